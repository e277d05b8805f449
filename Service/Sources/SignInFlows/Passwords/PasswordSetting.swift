import AccountStorage
import Foundation
import PasswordHashing

/// Makes hashes of new passwords, and stores them.
struct PasswordSetting: Sendable {
    let environment: SignInEnvironment

    /// The hash of a new password. Refuses with `password_too_short`, `password_too_long`, `password_common`, and with
    /// `hashing_unavailable` where no place is free.
    func hash(_ text: String, names: [LoginName]) async throws(SignInError) -> PasswordHash {
        switch PasswordRule.check(text, names: names.map(\.name)) {
        case .failure(let fault): throw .refused(.password(fault))
        case .success(let password):
            guard let hash = await make(password) else {
                throw .unavailable(.hashing, retryAfter: environment.policy.retryAfter)
            }
            return hash
        }
    }

    /// A newer hash of a password that fitted an outdated one; nil when there is no need, or no place: it has time.
    func renewed(_ hash: PasswordHash, _ password: Password) async -> PasswordHash? {
        guard hash.isOutdated(for: environment.policy.passwords.parameters) else { return nil }
        return await make(password)
    }

    private func make(_ password: Password) async -> PasswordHash? {
        let parameters = environment.policy.passwords.parameters
        let salt = environment.randomBytes(PasswordHash.saltLength)
        return await environment.hashing.run { PasswordHash(password, parameters: parameters, salt: salt) }.flatMap {
            $0
        }
    }
}

/// What leaves with a password.
enum PasswordRemoval {
    /// Takes the password of an account away with everything that could bring one back, and says whether there was one.
    @discardableResult
    static func removeSecret(
        of account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        _ = try records.removeMailedTokens(of: account)
        try removeTries(of: account, in: records)
        return try records.removePassword(of: account)
    }

    /// Forgets the wrong passwords that were counted for an account. The waits of its names are another matter.
    static func removeTries(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        _ = try records.removeTries(.wrongPasswords(of: account))
        _ = try records.removeTries(.currentPassword(of: account))
    }

    /// Takes everything away that is about an account's password, for an account that goes.
    static func removeAll(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try removeSecret(of: account, in: records)
        _ = try records.removeMail(of: account)
        for name in try records.findLoginNames(of: account) {
            _ = try records.removeTries(.mails(for: name.countedID))
            _ = try records.removeLoginName(name.id)
        }
    }

    /// Whether the account can be opened with a password, where passwords are on.
    static func opens(
        _ account: AccountID, isOn: Bool, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard isOn, try records.findPassword(of: account) != nil else { return false }
        return try !records.findLoginNames(of: account).isEmpty
    }
}
