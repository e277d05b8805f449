import AccountStorage
import Foundation
import PasswordHashing

/// Compares a password with that of a login name or an account. The attempt is counted first; the hash runs in the
/// pool.
///
/// A known and an unknown name cost the same: one transaction with the same rows, one hash, and the same time until a
/// refusal.
struct PasswordCheck: Sendable {
    let environment: SignInEnvironment

    /// An account and the password that matched.
    struct Match: Sendable {
        let account: AccountID
        let stored: StoredPassword
        let hash: PasswordHash
        fileprivate let counted: [Count]

        /// Undoes the count of this attempt, since the password was right. Attempts that others made meanwhile stay
        /// counted.
        func takeBack(in records: any AccountTransaction) throws(StorageFailure) {
            for count in counted { try count.takeBack(in: records) }
        }
    }

    /// One counter before and after this attempt.
    fileprivate struct Count: Sendable {
        let before: PasswordTries?
        let after: PasswordTries

        func takeBack(in records: any AccountTransaction) throws(StorageFailure) {
            guard let tries = try records.findTries(after.id) else { return }
            try records.recordTries(PasswordDelay.givenBack(tries, counted: after, before: before))
        }
    }

    /// The password to compare with, and the counters for its wrong attempts.
    private struct Subject: Sendable {
        let account: AccountID?
        let stored: StoredPassword?
        /// The counter for the delay. If there is no other counter, it also enforces the limit of 100.
        let delaying: PasswordTriesID
        /// The counter for the limit of 100.
        let counting: PasswordTriesID?
        /// When the counter for the delay expires.
        let expiresAt: Date
    }

    private struct Candidate: Sendable {
        let account: AccountID?
        let stored: StoredPassword?
        let decision: PasswordDelay.Decision
        /// Each counter before and after this attempt. Recorded unless the attempt is delayed.
        let counted: [Count]
    }

    /// Checks the password of a login name. Refuses with `password_wrong`, `password_delayed`, and with
    /// `hashing_unavailable` if the pool is full or too slow.
    ///
    /// - Parameter browser: the browser in which the password was typed, if any.
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

    /// Checks the current password of a person who is signed in.
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
            // After 100 wrong attempts, a remembered browser is treated like an unknown one.
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

    /// Counts the attempt before the password is compared, so that simultaneous attempts are all counted.
    private func count(
        _ find: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Subject
    ) async throws(SignInError) -> Candidate {
        let now = environment.instant
        let auditID = AuditEntryID.timeOrdered(environment)
        return try await environment.write { records in
            let subject = try find(records)
            // An expired counter is ignored, even if housekeeping has not removed it yet.
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
                // The name's counter is for the delay only. The limit of 100 applies to the account.
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

    /// Undoes the count, because the password was not compared or was right.
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

    /// A hash with the current parameters that no known password matches: its key is all zeros.
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
