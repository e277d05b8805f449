import AccountStorage
import Foundation

/// One user from a line of the import file, checked without regard to what is stored.
struct ImportedUser: Sendable {
    /// A person's identity at another provider.
    struct Identity: Sendable, Hashable {
        let issuer: String
        let subject: String
    }

    var externalID: String
    var email: String?
    /// Whether the app verified the address; nil if the line does not say.
    var isEmailVerified: Bool?
    var givenName: String?
    var familyName: String?
    var createdAt: Date?
    /// Whether the app disabled the user; nil if the line does not say.
    var isDisabled: Bool?
    var password: ImportedPassword?
    var apple: [ImportedAppleIdentity] = []
    var identities: [Identity] = []

    /// The address of the account: the app's own, or else the first one from Apple.
    var address: String? { email ?? apple.lazy.compactMap(\.email).first }

    /// Whether the address of the account is a private relay address.
    var isPrivateEmail: Bool {
        guard let address else { return false }
        let isSaid = apple.contains { known in
            known.isPrivateEmail && known.email.map { EmailAddress.isSame($0, address) } ?? false
        }
        return isSaid || EmailAddress.isRelay(address)
    }
}
