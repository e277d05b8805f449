import AccountStorage
import PasswordHashing
import TestDoubles
import Testing

@testable import SignInFlows

/// A person who has a password, as an import would store them.
enum PasswordPeople {
    static let name = "ann.canary@example.com"
    static let password = "correct horse battery"

    /// Passwords are on, and a hash costs almost no work.
    static var policy: SignInPolicy {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        if let parameters = ScryptParameters(logarithmOfN: 4) { policy.passwords.parameters = parameters }
        return policy
    }

    static func add(to service: TestService) async throws {
        let text = try #require(LoginNameText(name))
        let typed = try #require(Password(password))
        let hash = try #require(
            PasswordHash(typed, parameters: policy.passwords.parameters, salt: Array(repeating: 7, count: 16)))
        let now = service.clock.now
        let account = Account(
            id: .init(high: 1, low: 1), givenName: nil, familyName: nil, email: text.text, isEmailVerified: true,
            isPrivateEmail: false, createdAt: now, disabledAt: nil)
        try await service.database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(account)
            try transaction.recordLoginName(
                LoginName(id: text.id, accountID: account.id, name: text.text, createdAt: now, provenAt: now))
            try transaction.recordPassword(StoredPassword(accountID: account.id, hash: hash.text, changedAt: now))
            return .keep(())
        }
    }
}
