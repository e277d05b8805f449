/// Somebody who can sign in.
struct Person: Sendable, Equatable {
    let key: String
    let email: String
    let password: String
    let firstName: String
    let lastName: String

    var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
    var initials: String { String([firstName, lastName].compactMap(\.first)) }
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
