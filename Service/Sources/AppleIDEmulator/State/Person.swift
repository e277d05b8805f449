/// Somebody who can sign in.
struct Person: Sendable, Equatable {
    let key: String
    let email: String
    var password: String
    let firstName: String
    let lastName: String
    /// Set for a Managed Apple Account of an organisation.
    var managed: ManagedAccount?

    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
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
