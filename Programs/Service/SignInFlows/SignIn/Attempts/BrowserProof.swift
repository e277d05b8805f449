import Foundation
import JSONWebTokens

/// The value of the flow cookie: it binds a web sign-in to the browser that began it, and carries where the browser
/// goes afterwards, so that nothing has to be stored before Apple has answered.
///
/// The value is an authentication code of 43 characters over the attempt and the target. The target follows after a
/// dot, unless it is the start page.
struct BrowserProof: Sendable {
    /// The cookie's value.
    let text: String
    /// Where the browser goes afterwards; nil if the cookie does not say.
    let returnTarget: String?
    private let code: [UInt8]

    /// The most bytes of a value. Browsers need not keep more than 4,096 bytes of name, value and attributes (RFC 6265
    /// section 6.1), of which the others take up to 96.
    static let maximumBytes = 4_000

    /// Makes the cookie of an attempt; nil if the target is too long for one.
    init?(_ secret: AttemptSecret, returningTo target: ReturnTarget, _ secrets: ServerSecrets) {
        code = secret.browserCode(returningTo: target.location, secrets)
        let carried = target == .start ? "" : "." + Self.encode(target.location)
        (text, returnTarget) = (Base64URL.encode(code) + carried, target.location)
        guard text.utf8.count <= Self.maximumBytes else { return nil }
    }

    /// Reads a cookie; nil for text that is none. Nothing is proven yet.
    init?(text: String) {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        guard let code = try? Base64URL.decode(String(text[..<(dot ?? text.endIndex)])) else { return nil }
        (self.text, self.code) = (text, code)
        if let dot {
            let carried = text[text.utf8.index(after: dot)...]
            guard let target = String(carried).removingPercentEncoding, !target.isEmpty else { return nil }
            returnTarget = target
        } else {
            returnTarget = nil
        }
    }

    /// Whether this service made the cookie for the attempt. Compares in constant time.
    func belongs(to secret: AttemptSecret, _ secrets: ServerSecrets) -> Bool {
        let target = returnTarget ?? ReturnTarget.start.location
        return Self.isEqual(code, secret.browserCode(returningTo: target, secrets))
    }

    /// The stored hash of a cookie.
    static func hash(_ text: String) -> [UInt8] {
        var fields = LengthPrefixedFields(label: "browser-proof")
        fields.append(text.utf8)
        return fields.sha256
    }

    /// Compares in constant time.
    static func matches(_ text: String, hash expected: [UInt8]) -> Bool {
        isEqual(hash(text), expected)
    }

    private static func isEqual(_ presented: [UInt8], _ expected: [UInt8]) -> Bool {
        guard presented.count == expected.count else { return false }
        return zip(presented, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Percent-encodes what a cookie's value must not have (RFC 6265 section 4.1.1), and the percent sign.
    private static func encode(_ target: String) -> String {
        target.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static let allowed = CharacterSet(charactersIn: "-._~!$&'()*+:=@/?#").union(
        CharacterSet(charactersIn: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
}
