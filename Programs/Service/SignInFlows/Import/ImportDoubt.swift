import AccountStorage
import JSONWebTokens
import PasswordHashing

/// A value of a line by which nobody can ever be recognised. The line is imported nevertheless, because only Apple knows
/// all forms of its values.
package struct ImportDoubt: Sendable, Hashable {
    /// What kind of value it is.
    package enum Kind: Sendable, CaseIterable {
        /// A hash that no password matches.
        case hash
        /// A subject that no token of Apple's has.
        case subject
        /// A refresh token that is none.
        case token
        /// An address that finds nobody at Apple.
        case address
    }

    /// The kind of the value.
    package let kind: Kind
    /// The cause, as a stable code.
    package let cause: String

    /// Finds what is doubtful in a line. The rest of the line may be invalid.
    ///
    /// - Parameter looksAtHashes: whether to check if any password can match the hash.
    static func find(in object: JSONObject, looksAtHashes: Bool) -> [ImportDoubt] {
        let identities = object["apple"]?.array?.compactMap(\.object) ?? []
        let hash = looksAtHashes ? object.text("password_hash").flatMap { PasswordHashDoubt(of: $0)?.rawValue } : nil
        let address = object.text("email").flatMap { cause(ofAddress: $0, hasIdentity: !identities.isEmpty) }
        let causes: [(kind: Kind, causes: [String?])] = [
            (.hash, [hash]), (.subject, identities.map { $0.text("subject").flatMap(cause(ofSubject:)) }),
            (.token, identities.map { $0.text("refresh_token").flatMap(cause(ofToken:)) }), (.address, [address]),
        ]
        return causes.flatMap { kind, causes in
            causes.compactMap { cause in cause.map { ImportDoubt(kind: kind, cause: $0) } }
        }
    }

    /// Why no token of Apple's can have this subject. Those that developers showed have the form
    /// `001234.<32 lower-case hexadecimal digits>.1234`. Subjects of managed accounts may differ, so only what is certainly
    /// something else is named.
    private static func cause(ofSubject text: String) -> String? {
        if text.contains("@") { return "address" }
        if text.contains("|") || text.contains(":") { return "prefixed" }
        if isSigned(text) || mark(of: text) != nil { return "token" }
        if isUUID(text) { return "uuid" }
        return text.contains { $0.isASCII && $0.isUppercase } ? "upper_case" : nil
    }

    /// Why this is no refresh token. Those of Apple have the form `r<32 hexadecimal digits>.0.…`, codes begin with `c` and
    /// access tokens with `a`.
    private static func cause(ofToken text: String) -> String? {
        if isSigned(text) { return "signed_token" }
        switch mark(of: text) {
        case "c": return "code"
        case "a": return "access_token"
        default: return nil
        }
    }

    private static func cause(ofAddress text: String, hasIdentity: Bool) -> String? {
        if text.contains("<") || text.lowercased().hasPrefix("mailto:") { return "not_bare" }
        // Apple is asked for a subject, not for an address.
        return EmailAddress.isRelay(text) && !hasIdentity ? "relay_without_subject" : nil
    }

    /// Whether a text looks like a signed token: its header is a JSON object in base64url (RFC 7515 section 3.1).
    private static func isSigned(_ text: String) -> Bool {
        text.hasPrefix("eyJ") && text.split(separator: ".", omittingEmptySubsequences: false).count == 3
    }

    /// The letter by which Apple's codes and tokens differ, if the text has their form.
    private static func mark(of text: String) -> Character? {
        let first = text.prefix { $0 != "." }
        guard first.utf8.count == 33, first.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        return first.first
    }

    /// Whether a text is the identifier of a row, as other products make them (RFC 9562 section 4).
    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
