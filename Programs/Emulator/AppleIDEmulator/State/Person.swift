/// A person with an account at the emulator.
package struct Person: Sendable, Equatable, Codable {
    /// The name of this person in control calls.
    package let key: String
    /// The account's real address.
    package let email: String
    /// The sign-in page asks for it and shows it as a hint. It is not secret.
    package var password: String
    let firstName: String
    let lastName: String
    /// Set for a Managed Apple Account of an organization.
    var managed: ManagedAccount?
    /// The account of a child, which a parent created (Family Sharing).
    var isChild = false

    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
    /// The full name, or the key if there is none.
    var displayName: String { fullName.isEmpty ? key : fullName }
    var initials: String { String([firstName, lastName].compactMap(\.first)) }
}

/// The peculiarities of an account of Apple School Manager or Apple Business Manager
/// (Documentation/emulator-fidelity.md, "Consent, names, addresses").
struct ManagedAccount: Sendable, Equatable, Codable {
    /// The claim `org_id`, a UUID in Apple's sample.
    let organizationID: String
    /// Schools may provide accounts without a mailbox. Their tokens have no `email`.
    var hasMailbox = true
    /// The claim `email_verified`, which may be false.
    var isEmailVerified = true
    /// The claim `scopes` of accounts of Apple School Manager, such as `edu.users.read`.
    var scopes: [String] = []
}

/// The two parts of a name in Apple's `user` value.
struct PersonName: Sendable, Equatable, Codable {
    var first: String
    var last: String
}

extension PersonName {
    /// Control calls may leave out either half.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        first = try values.decodeIfPresent(String.self, forKey: .first) ?? ""
        last = try values.decodeIfPresent(String.self, forKey: .last) ?? ""
    }

    private enum CodingKeys: String, CodingKey { case first, last }
}
