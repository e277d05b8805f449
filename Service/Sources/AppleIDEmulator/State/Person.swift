/// Somebody with an account at the emulator.
package struct Person: Sendable, Equatable {
    /// What control calls say for this person.
    package let key: String
    /// The account's real address.
    package let email: String
    /// What the sign-in page asks for, and shows: nothing here is secret.
    package var password: String
    let firstName: String
    let lastName: String
    /// Set for a Managed Apple Account of an organisation.
    var managed: ManagedAccount?

    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
    /// The full name, or what control calls say where there is none.
    var displayName: String { fullName.isEmpty ? key : fullName }
    var initials: String { String([firstName, lastName].compactMap(\.first)) }
}

/// What is special about an account of Apple School or Business Manager
/// (Documentation/emulator-fidelity.md, "Consent, names, addresses").
struct ManagedAccount: Sendable, Equatable, Codable {
    /// `org_id`, a UUID in Apple's sample.
    let organizationID: String
    /// Schools may give out accounts without a mailbox: no `email` in tokens then.
    var hasMailbox = true
    /// `email_verified` may be false.
    var isEmailVerified = true
    /// The claim `scopes` of accounts of Apple School Manager, such as `edu.users.read`.
    var scopes: [String] = []
}

/// A name as Apple's `user` value spells it.
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
