/// What a text looks like, by the forms of the codes and tokens that developers received from Apple.
package enum SentText: Sendable, Equatable {
    case code, accessToken, refreshToken
    /// A signed token (RFC 7515 §3.1), such as an identity token.
    case signedToken
    case other

    /// Apple's codes and tokens have the form `<c|a|r><32 hex>.0.<3 to 5 letters>.<22 base64url>`. Apple does not document
    /// it, so nothing is concluded from a text of another form.
    package init(_ text: String) {
        let octets = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let parts = octets.map { Substring($0) }
        if parts.count == 3, text.hasPrefix("eyJ") {
            self = .signedToken
            return
        }
        guard parts.count == 4, parts[0].utf8.count == 33, parts[0].dropFirst().allSatisfy(\.isHexDigit),
            parts[1] == "0", (3...5).contains(parts[2].utf8.count), parts[3].utf8.count == 22
        else {
            self = .other
            return
        }
        switch parts[0].first {
        case "c": self = .code
        case "a": self = .accessToken
        case "r": self = .refreshToken
        default: self = .other
        }
    }

    /// A name with its article; nil if nothing is known.
    package var name: String? {
        switch self {
        case .code: "an authorization code"
        case .accessToken: "an access token"
        case .refreshToken: "a refresh token"
        case .signedToken: "a signed token"
        case .other: nil
        }
    }
}

extension SentText {
    /// A text for the report. Only what can be an ID or the name of a parameter is shown. For anything else, such as a
    /// secret in the wrong parameter, only its length is given.
    package static func shown(_ text: String) -> String {
        isIdentifier(text) ? text : "a text of \(text.utf8.count) bytes"
    }

    /// Codes and tokens of Apple begin with 33 characters without a full stop, a verifier has at least 43 (RFC 7636
    /// §4.1), and the claims and the signature of a signed token are longer still.
    private static func isIdentifier(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { isCapitalOrDigit($0) || (0x61...0x7A).contains($0) || "-._".utf8.contains($0) }
            && text.utf8.split(separator: UInt8(ascii: ".")).allSatisfy { $0.count <= 30 }
    }

    /// Whether a text looks like a Team ID or a Key ID: ten capital letters and digits.
    package static func isTenCharacters(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy(isCapitalOrDigit)
    }

    private static func isCapitalOrDigit(_ octet: UInt8) -> Bool {
        (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet)
    }
}
