import Foundation
import SignInAPI

/// The account as it is stored, independent of the messages of the API: a member that the API requires one day must not
/// sign people out whose session was stored without it.
struct StoredAccount: Codable {
    let id: String
    let name: PersonName?
    let email: String?
    let isEmailVerified: Bool?
    let isPrivateEmail: Bool?
    let createdAt: String?

    // The names of version 0.1.0, which stored the API's message.
    private enum CodingKeys: String, CodingKey {
        case id, name, email
        case isEmailVerified = "is_email_verified"
        case isPrivateEmail = "is_private_email"
        case createdAt = "created_at"
    }

    init(_ account: AccountReply) {
        id = account.id
        name = account.name
        email = account.email
        isEmailVerified = account.isEmailVerified
        isPrivateEmail = account.isPrivateEmail
        createdAt = Timestamp.text(of: account.createdAt)
    }

    var reply: AccountReply {
        AccountReply(
            id: id, name: name, email: email, isEmailVerified: isEmailVerified ?? false,
            isPrivateEmail: isPrivateEmail ?? false,
            createdAt: createdAt.flatMap { Timestamp.date(from: $0) } ?? Date(timeIntervalSince1970: 0))
    }
}
