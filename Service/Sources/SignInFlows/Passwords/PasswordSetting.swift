import AccountStorage
import Foundation
import PasswordHashing

/// Makes hashes of new passwords, and stores them.
struct PasswordSetting: Sendable {
    let environment: SignInEnvironment

    /// The hash of a new password. Refuses with `password_too_short`, `password_too_long`, `password_common`, and with
    /// `hashing_unavailable` where the pool is full or too slow.
    func hash(_ text: String, names: [LoginName]) async throws(SignInError) -> PasswordHash {
        switch PasswordRule.check(text, names: names.map(\.name)) {
        case .failure(let fault): throw .refused(.password(fault))
        case .success(let password):
            guard let hash = await make(password) else {
                throw .unavailable(.hashingUnavailable, retryAfter: environment.policy.retryAfter)
            }
            return hash
        }
    }

    /// A newer hash of a password that fitted an outdated one; nil when there is no need, or the pool is full: it has time.
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
