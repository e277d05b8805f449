import Foundation
import SignInAPI

/// The account as it is stored, independent of the messages of the API: a member that the API requires one day must not
/// sign people out whose session was stored without it.
struct StoredAccount: Codable {
    let id: String
    let name: PersonName?
    let email: String?
    let isEmailVerified: Bool
    let isPrivateEmail: Bool
    let canReceiveMail: Bool?
    let createdAt: Date

    init(_ account: AccountReply) {
        id = account.id
        name = account.name
        email = account.email
        isEmailVerified = account.isEmailVerified
        isPrivateEmail = account.isPrivateEmail
        canReceiveMail = account.canReceiveMail
        createdAt = account.createdAt
    }

    var reply: AccountReply {
        var account = AccountReply(
            id: id, name: name, email: email, isEmailVerified: isEmailVerified, isPrivateEmail: isPrivateEmail,
            createdAt: createdAt)
        account.canReceiveMail = canReceiveMail
        return account
    }
}
