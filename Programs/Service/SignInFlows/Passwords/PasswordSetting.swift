import AccountStorage
import Foundation
import PasswordHashing

/// Checks and hashes new passwords.
struct PasswordSetting: Sendable {
    let environment: SignInEnvironment

    /// The hash of a new password. Refuses with `password_too_short`, `password_too_long`, `password_common`, and with
    /// `hashing_unavailable` if the pool is full or too slow.
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

    /// A new hash of a password that matched an outdated one; nil if the old hash is current, or if the pool is full,
    /// since this can wait for the next sign-in.
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
