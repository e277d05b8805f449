import AccountStorage
import Foundation
import PasswordHashing

/// Compares a password with the one of a name, or of an account: counted before, hashed in the pool.
///
/// Whoever a name leads to, or nobody, it takes one transaction with the same rows, one hash, and the same time to say no.
struct PasswordCheck: Sendable {
    let environment: SignInEnvironment

    /// An account and the password that fitted.
    struct Match: Sendable {
        let account: AccountID
        let stored: StoredPassword
        let hash: PasswordHash
        fileprivate let counted: [Count]

        /// Takes the try back where it was counted: a right password is no wrong one. What others tried meanwhile stays.
        func takeBack(in records: any AccountTransaction) throws(StorageFailure) {
            for count in counted { try count.takeBack(in: records) }
        }
    }

    /// What a try made of one count.
    fileprivate struct Count: Sendable {
        let before: PasswordTries?
        let after: PasswordTries

        func takeBack(in records: any AccountTransaction) throws(StorageFailure) {
            guard let tries = try records.findTries(after.id) else { return }
            try records.recordTries(PasswordDelay.givenBack(tries, counted: after, before: before))
        }
    }

    /// Whose wrong passwords count together.
    private struct Subject: Sendable {
        let account: AccountID?
        let stored: StoredPassword?
        /// Has the wait, and the hundred as well where there is no other count.
        let delaying: PasswordTriesID
        /// Has the hundred.
        let counting: PasswordTriesID?
        /// Until when the first is kept.
        let expiresAt: Date
    }

    private struct Candidate: Sendable {
        let account: AccountID?
        let stored: StoredPassword?
        let decision: PasswordDelay.Decision
        /// What this try made of each count; recorded unless it is delayed.
        let counted: [Count]
    }

    /// Refuses with `password_wrong`, `password_delayed`, and with `hashing_unavailable` where the pool is
    /// full or too slow.
    ///
    /// - Parameter browser: the browser in which the password was typed, if it was in one.
    func check(
        name: LoginNameText, _ password: Password, in browser: RememberedBrowser?
    ) async throws(SignInError) -> Match {
        let now = environment.instant
        return try await environment.answers.pace({ $0 == .refused(.passwordWrong) }) { () throws(SignInError) in
            try await compare(password) { records throws(StorageFailure) in
                try Self.subject(of: name, in: browser, at: now, records)
            }
        }
    }

    /// The same for somebody who is signed in.
    func check(account: AccountID, _ password: Password) async throws(SignInError) -> Match {
        let match = try await compare(password) { records throws(StorageFailure) in
            Subject(
                account: account, stored: try records.findPassword(of: account),
                delaying: .currentPassword(of: account), counting: nil, expiresAt: .distantFuture)
        }
        try await takeBack(match.counted)
        return match
    }

    private static func subject(
        of typed: LoginNameText, in browser: RememberedBrowser?, at now: Date, _ records: any AccountTransaction
    ) throws(StorageFailure) -> Subject {
        let name = typed.id
        let account = try typed.find(in: records)?.accountID
        let stored = try account.flatMap { account throws(StorageFailure) in try records.findPassword(of: account) }
        if let browser {
            let id =
                if let account, let stored { browser.triesID(for: account, stored) } else {
                    browser.triesID(forNobody: name)
                }
            // A browser that has guessed a hundred times is a stranger again.
            if let own = try records.findTries(id), own.count < PasswordDelay.mostTries, now < own.expiresAt {
                return Subject(
                    account: account, stored: stored, delaying: id, counting: nil, expiresAt: own.expiresAt)
            }
        }
        return Subject(
            account: account, stored: stored, delaying: .wrongPasswords(for: name),
            counting: account.map { .wrongPasswords(of: $0) } ?? .wrongPasswords(ofNobody: name),
            expiresAt: now.addingTimeInterval(PasswordDelay.retention))
    }

    private func compare(
        _ password: Password,
        of find: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Subject
    ) async throws(SignInError) -> Match {
        let candidate = try await count(find)
        if case .delayed(let seconds) = candidate.decision {
            throw .refused(.passwordDelayed, retryAfter: seconds)
        }
        let hash = candidate.stored.flatMap { read($0) }
        let compared = hash ?? Self.decoy(environment.policy.passwords.parameters)
        guard let isMatch = await environment.hashing.run({ compared.matches(password) }) else {
            try await takeBack(candidate.counted)
            throw .unavailable(.hashingUnavailable, retryAfter: environment.policy.retryAfter)
        }
        guard isMatch, candidate.decision == .open, let account = candidate.account, let stored = candidate.stored,
            let hash
        else { throw .refused(.passwordWrong) }
        return Match(account: account, stored: stored, hash: hash, counted: candidate.counted)
    }

    /// Counts the try before it is looked at, so that a thousand at the same time are a thousand.
    private func count(
        _ find: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Subject
    ) async throws(SignInError) -> Candidate {
        let now = environment.instant
        let auditID = AuditEntryID.timeOrdered(environment)
        return try await environment.write { records in
            let subject = try find(records)
            // A count whose time is over is none, whether or not somebody has cleared it away.
            let delaying = try records.findTries(subject.delaying).flatMap { $0.expiresAt > now ? $0 : nil }
            var decision = PasswordDelay.decide(delaying, at: now)
            var counted = [
                Count(
                    before: delaying,
                    after: PasswordDelay.delaying(
                        delaying, id: subject.delaying, expiresAt: subject.expiresAt, at: now))
            ]
            if let id = subject.counting {
                let before = try records.findTries(id)
                // A name's own count is for its wait alone: the hundred hang on the account.
                if decision == .spent { decision = .open }
                if decision == .open { decision = PasswordDelay.decide(before, at: now) }
                let expiresAt = subject.account == nil ? subject.expiresAt : .distantFuture
                counted.append(
                    Count(before: before, after: PasswordDelay.counting(before, id: id, expiresAt: expiresAt)))
            }
            let candidate = Candidate(
                account: subject.account, stored: subject.stored, decision: decision, counted: counted)
            if case .delayed = decision { return candidate }
            for count in counted { try records.recordTries(count.after) }
            let last = counted[counted.count - 1].after
            if let account = subject.account, decision == .open, last.count % 10 == 0 {
                try records.recordAudit(
                    AuditEntry(
                        id: auditID, accountID: account, event: AuditEvent.passwordTried.rawValue,
                        reason: "\(last.count)", occurredAt: now))
            }
            return candidate
        }
    }

    /// Undoes the count: the password was never compared, or it was the right one.
    private func takeBack(_ counted: [Count]) async throws(SignInError) {
        try await environment.write { records in for count in counted { try count.takeBack(in: records) } }
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
