import AccountStorage
import Foundation
import PasswordHashing

/// Compares a password with the one of a name, or of an account: counted before, hashed in one of the places.
///
/// Whoever a name leads to, or nobody, it takes one transaction and one hash to say no.
struct PasswordCheck: Sendable {
    let environment: SignInEnvironment

    /// An account and the password that fitted.
    struct Match: Sendable {
        let account: AccountID
        let stored: StoredPassword
        let hash: PasswordHash
        /// Wrong ones in a row before.
        let failures: Int
    }

    private struct Candidate: Sendable {
        let account: AccountID?
        let stored: StoredPassword?
        let standing: PasswordDelay.Standing
        let before: PasswordTries?
        /// With this try; recorded unless it is delayed.
        let counted: PasswordTries
    }

    /// Refuses with `password_wrong`, `password_delayed`, and with `hashing_unavailable` where no place is free.
    func check(name: LoginNameID, _ password: Password) async throws(SignInError) -> Match {
        try await compare(password) { transaction throws(StorageFailure) in
            let account = try transaction.findLoginName(name)?.accountID
            return (account, account.map { .wrongPasswords(of: $0) } ?? .wrongPasswords(for: name))
        }
    }

    /// The same for somebody who is signed in.
    func check(account: AccountID, _ password: Password) async throws(SignInError) -> Match {
        try await compare(password) { _ throws(StorageFailure) in (account, .wrongPasswords(of: account)) }
    }

    private func compare(
        _ password: Password,
        of find:
            @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> (AccountID?, PasswordTriesID)
    ) async throws(SignInError) -> Match {
        let candidate = try await count(find)
        if case .delayed(let seconds) = candidate.standing {
            throw .refused(.passwordDelayed(retryAfter: seconds))
        }
        let hash = candidate.stored.flatMap { read($0) }
        let compared = hash ?? Self.decoy(environment.policy.passwords.parameters)
        guard let isMatch = await environment.hashing.run({ compared.matches(password) }) else {
            try await giveBack(candidate)
            throw .unavailable(.hashing, retryAfter: environment.policy.retryAfter)
        }
        guard isMatch, candidate.standing == .open, let account = candidate.account, let stored = candidate.stored,
            let hash
        else { throw .refused(.passwordWrong) }
        return Match(account: account, stored: stored, hash: hash, failures: candidate.before?.count ?? 0)
    }

    /// Counts the try before it is looked at, so that a thousand at the same time are a thousand.
    private func count(
        _ find: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> (AccountID?, PasswordTriesID)
    ) async throws(SignInError) -> Candidate {
        let now = environment.instant
        let auditID = AuditEntryID.timeOrdered(environment)
        return try await environment.transact { transaction throws(StorageFailure) in
            let (account, id) = try find(transaction)
            let stored = try account.flatMap { account throws(StorageFailure) in
                try transaction.findPassword(of: account)
            }
            let before = try transaction.findTries(id)
            let standing = PasswordDelay.standing(before, at: now)
            let after = PasswordDelay.counted(before, id: id, isKnown: account != nil, at: now)
            let candidate = Candidate(
                account: account, stored: stored, standing: standing, before: before, counted: after)
            if case .delayed = standing { return .discard(.success(candidate)) }
            try transaction.recordTries(after)
            if let account, standing == .open, after.count % 10 == 0 {
                try transaction.recordAudit(
                    AuditEntry(
                        id: auditID, accountID: account, event: AuditEvent.passwordTried.rawValue,
                        reason: "\(after.count)", occurredAt: now))
            }
            return .keep(.success(candidate))
        }
    }

    /// What was not looked at was no try.
    private func giveBack(_ candidate: Candidate) async throws(SignInError) {
        try await environment.transact { transaction throws(StorageFailure) in
            guard let tries = try transaction.findTries(candidate.counted.id) else { return .discard(.success(())) }
            try transaction.recordTries(
                PasswordDelay.givenBack(tries, counted: candidate.counted, before: candidate.before))
            return .keep(.success(()))
        }
    }

    private func read(_ stored: StoredPassword) -> PasswordHash? {
        do throws(PasswordHashRejection) {
            return try PasswordHash(parsing: stored.hash)
        } catch {
            environment.report(.passwordHashUnreadable)
            return nil
        }
    }

    /// A hash that nobody's password fits, made with today's parameters: its key is not the hash of anything known.
    static func decoy(_ parameters: ScryptParameters) -> PasswordHash {
        let text =
            "$scrypt$ln=\(parameters.logarithmOfN),r=\(parameters.blockSize),p=\(parameters.parallelism)"
            + "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        do throws(PasswordHashRejection) {
            return try PasswordHash(parsing: text)
        } catch {
            preconditionFailure("parameters within bounds make a hash within bounds")
        }
    }
}
