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
