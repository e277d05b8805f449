import AccountStorage
import Foundation

/// One user as a line of the import file tells them, read and checked by itself.
struct ImportedUser: Sendable {
    /// A person at another provider.
    struct Identity: Sendable, Hashable {
        let issuer: String
        let subject: String
    }

    var externalID: String
    var email: String?
    /// Whether the app proved the address; nil where it does not say.
    var isEmailVerified: Bool?
    var givenName: String?
    var familyName: String?
    var createdAt: Date?
    var password: ImportedPassword?
    var identities: [Identity] = []

    /// Apple's relay: mail to any other address reaches the person directly.
    var isPrivateEmail: Bool { email.map(EmailAddress.isRelay) ?? false }
}

/// Why a line of the import file was refused. Names members, never what stands in them.
public struct ImportRefusal: Error, Sendable, Equatable {
    /// A stable code; never changes and is never used again.
    public enum Code: String, Sendable, CaseIterable {
        /// Longer than ``UserImporting/longestLine`` bytes.
        case lineTooLong = "line_too_long"
        /// Not one JSON object, or a member twice in it.
        case jsonInvalid = "json_invalid"
        /// A member that means nothing.
        case memberUnknown = "member_unknown"
        /// A member that must be there is not.
        case memberMissing = "member_missing"
        /// A value of another kind than it should be, or not well-formed.
        case valueInvalid = "value_invalid"
        /// A password itself: only hashes are taken.
        case passwordInPlain = "password_in_plain"
        /// A hash in no form that is known.
        case hashFormUnknown = "hash_form_unknown"
        /// A hash that says how it was made, and then is something else.
        case hashMalformed = "hash_malformed"
        /// A hash that would take too much memory or time at each sign-in.
        case hashTooCostly = "hash_too_costly"
        /// A hash that this program was built without.
        case hashNotBuiltIn = "hash_algorithm_not_built_in"
        /// A name or address that another account signs in with.
        case loginNameTaken = "login_name_taken"
        /// A person at another provider who belongs to another account.
        case identityTaken = "identity_taken"
    }

    /// What is wrong.
    public let code: Code
    /// Which member is wrong, with dots and numbers, `identities.1.issuer`; nil where it is the whole line.
    public let member: String?

    /// A refusal for this reason.
    public init(_ code: Code, _ member: String? = nil) {
        self.code = code
        self.member = member
    }
}
