import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension VerifiedIdentityToken {
    /// Reads verified claims. Returns `nil` only if a required claim is missing, which the checks have refused before.
    init?(claims: JSONObject, clientID: ClientID, issuer: String) {
        guard let subject = claims.text("sub"), let issuedAt = claims.double("iat"),
            let expiresAt = claims.double("exp")
        else { return nil }
        self.init(
            subject: AppleUserID(rawValue: subject), clientID: clientID, issuer: issuer,
            issuedAt: Date(timeIntervalSince1970: issuedAt), expiresAt: Date(timeIntervalSince1970: expiresAt),
            authenticatedAt: claims.double("auth_time").map(Date.init(timeIntervalSince1970:)),
            email: VerifiedEmail(claims),
            realUserStatus: claims.double("real_user_status").flatMap(Int.init(exactly:))
                .flatMap(RealUserStatus.init(rawValue:)),
            transferSubject: claims.identifier("transfer_sub"), organizationID: claims.identifier("org_id"),
            isNonceSupported: claims.flag("nonce_supported"), claims: VerifiedClaims(claims))
    }
}

extension VerifiedEmail {
    /// Returns `nil` if the address is missing or malformed. That is never a reason to refuse a sign-in.
    init?(_ claims: JSONObject) {
        guard let address = claims.text("email"), Self.hasForm(of: address) else { return nil }
        self.init(
            address: address, isVerified: claims.flag("email_verified") ?? false,
            isPrivate: claims.flag("is_private_email") ?? false)
    }

    /// Whether the text has one `@` with text on both sides, a domain with a dot, and no character that could end a
    /// header line or start markup. The lengths are those of RFC 5321 §4.5.3.1. Letters beyond ASCII are accepted (RFC
    /// 6531).
    static func hasForm(of address: String) -> Bool {
        var address = address
        return address.withUTF8 { octets in
            guard octets.count <= 254, let at = octets.firstIndex(of: UInt8(ascii: "@")), (1...64).contains(at),
                octets.allSatisfy(isAllowed), hasOnlyLetters(beyondASCII: octets)
            else { return false }
            var labels = 0
            var length = 0
            for octet in octets[(at + 1)...] {
                switch octet {
                case UInt8(ascii: "@"): return false
                case UInt8(ascii: "."):
                    guard length > 0 else { return false }
                    labels += 1
                    length = 0
                default:
                    length += 1
                    guard length <= 63 else { return false }
                }
            }
            return labels >= 1 && length > 0
        }
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        switch octet {
        case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"), UInt8(ascii: "\""):
            false
        default: true
        }
    }

    /// Looks up character categories only if the address has characters beyond ASCII.
    private static func hasOnlyLetters(beyondASCII octets: UnsafeBufferPointer<UInt8>) -> Bool {
        guard octets.contains(where: { $0 >= 0x80 }) else { return true }
        return String(decoding: octets, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate: false
            default: true
            }
        }
    }
}

extension JSONObject {
    /// Reads a flag. Apple writes flags as Booleans and wrote them as text until February 2024. Anything else counts as
    /// missing.
    func flag(_ name: StaticString) -> Bool? {
        if let flag = bool(name) { return flag }
        if text(name, is: "true") { return true }
        return text(name, is: "false") ? false : nil
    }

    /// A text of 1 to 255 visible ASCII characters, or `nil`.
    func identifier(_ name: StaticString) -> String? {
        text(name).flatMap { $0.isIdentifier ? $0 : nil }
    }
}
