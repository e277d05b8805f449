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
    /// Whether the app keeps the person out; nil where it does not say.
    var isDisabled: Bool?
    var password: ImportedPassword?
    var apple: [ImportedAppleIdentity] = []
    var identities: [Identity] = []

    /// The address of the account: the app's own, otherwise the first that Apple gave.
    var address: String? { email ?? apple.lazy.compactMap(\.email).first }

    /// Whether mail to the address of the account goes through Apple's relay.
    var isPrivateEmail: Bool {
        guard let address else { return false }
        let isSaid = apple.contains { known in
            known.isPrivateEmail && known.email.map { EmailAddress.isSame($0, address) } ?? false
        }
        return isSaid || EmailAddress.isRelay(address)
    }
}

/// Why a line of the import file was refused. Names members, never what stands in them.
package struct ImportRefusal: Error, Sendable, Equatable {
    /// A stable code; never changes and is never used again.
    package enum Code: String, Sendable, CaseIterable {
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
        /// A team that is not configured.
        case teamUnknown = "team_unknown"
        /// A client that is not configured for the team.
        case clientUnknown = "client_unknown"
        /// A person at Apple among those at other providers, where nobody could sign in as them: they belong in `apple`.
        case appleInIdentities = "apple_in_identities"
        /// A person at Apple who leads to another account.
        case appleIdentityTaken = "apple_identity_taken"
    }

    /// What is wrong.
    package let code: Code
    /// Which member is wrong, with dots and numbers, `identities.1.issuer`; nil where it is the whole line.
    package let member: String?

    /// A refusal for this reason.
    package init(_ code: Code, _ member: String? = nil) {
        self.code = code
        self.member = member
    }
}
