import AccountStorage
import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows

/// Removes what has expired, in bounded batches, so that no transaction is held long, until nothing of it is left.
///
/// A round that stopped at a number could be outrun: what the limits let strangers leave behind in a minute is more than
/// any number that was right once. Whatever expired before the round began is finite, so the round ends.
package struct Housekeeping: Service {
    private let environment: SignInEnvironment
    private let interval: Duration
    private let logger: Logger
    private let isClockFarOff: @Sendable () -> Bool

    static let batch = 500

    /// Housekeeping for the database of an environment, every `interval`.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong: then nothing is removed.
    package init(
        environment: SignInEnvironment, interval: Duration, logger: Logger,
        isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) {
        self.environment = environment
        self.interval = interval
        self.logger = logger
        self.isClockFarOff = isClockFarOff
    }

    /// Cleans until the service is told to stop.
    package func run() async throws {
        await work(every: interval) { await clean() }
    }

    /// One round. What fails is told and left to the next round, and keeps nothing else from being done.
    func clean() async {
        guard !isClockFarOff() else {
            return logger.warning("housekeeping waits", metadata: ["code": "clock_far_off"])
        }
        let moment = environment.now()
        let auditRetention = Double(environment.policy.auditRetention.components.seconds)
        let eventRetention = Double(environment.policy.eventRetention.components.seconds)
        var done: Logger.Metadata = [:]
        var left: [(name: String, round: @Sendable () async throws -> Int)] =
            Self.removals(at: moment, auditRetention: auditRetention, eventRetention: eventRetention).map {
                name, verb in
                (name, { try await remove(verb) })
            }
        left.append(("questions", { try await UnansweredQuestions(environment).remove(limit: Self.batch) }))
        left.append(("erased", { try await erase(at: moment) }))
        var totals: [String: Int] = [:]
        // A batch of each kind in turn, so that a flood of one keeps none of the others waiting.
        while !left.isEmpty, !Task.isCancelled {
            var full: [(name: String, round: @Sendable () async throws -> Int)] = []
            for (name, round) in left {
                guard let count = await attempt(name, round) else {
                    done[name] = "failed"
                    continue
                }
                totals[name, default: 0] += count
                done[name] = "\(totals[name, default: 0])"
                if count >= Self.batch { full.append((name, round)) }
                await Task.yield()
            }
            left = full
        }
        logger.debug("housekeeping", metadata: done)
    }

    private typealias Removal = @Sendable (any AccountTransaction) throws(StorageFailure) -> Int

    private static func removals(
        at moment: Date, auditRetention: TimeInterval, eventRetention: TimeInterval
    ) -> [(name: String, verb: Removal)] {
        [
            ("attempts", { tx throws(StorageFailure) in try tx.removeExpiredAttempts(before: moment, limit: batch) }),
            (
                "kept_names",
                { tx throws(StorageFailure) in try tx.removeExpiredKeptNames(before: moment, limit: batch) }
            ),
            // An ended session stays findable for services that poll, a day beyond its own end.
            (
                "sessions",
                { tx throws(StorageFailure) in try tx.removeExpiredSessions(before: moment - 86_400, limit: batch) }
            ),
            (
                "notifications",
                { tx throws(StorageFailure) in try tx.removeExpiredNotifications(before: moment, limit: batch) }
            ),
            (
                "audit",
                { tx throws(StorageFailure) in
                    try tx.removeAudit(before: moment - auditRetention, at: moment, limit: batch)
                }
            ),
            (
                "tickets",
                { tx throws(StorageFailure) in try tx.removeExpiredLinkTickets(before: moment, limit: batch) }
            ),
            (
                "mailed_tokens",
                { tx throws(StorageFailure) in try tx.removeExpiredMailedTokens(before: moment, limit: batch) }
            ),
            ("tries", { tx throws(StorageFailure) in try tx.removeExpiredTries(before: moment, limit: batch) }),
            (
                "imports",
                { tx throws(StorageFailure) in try tx.removeUserImports(before: moment - 30 * 86_400, limit: batch) }
            ),
            (
                "events",
                { tx throws(StorageFailure) in try tx.removeAccountEvents(before: moment - eventRetention, limit: batch)
                }
            ),
        ]
    }

    private func attempt(_ name: String, _ round: @Sendable () async throws -> Int) async -> Int? {
        do {
            return try await round()
        } catch {
            warn(name, error)
            return nil
        }
    }

    /// Accounts whose last way in has been gone for long enough. One that cannot be erased does not hold up the others;
    /// it is found again at once, so where one of a batch is left the next batch waits for the next round.
    private func erase(at moment: Date) async throws -> Int {
        let due = try await environment.database.transaction { transaction throws(StorageFailure) in
            Outcome.discard(try transaction.findAccountsToErase(at: moment, limit: Self.batch))
        }
        var erased = 0
        for account in due {
            do {
                if try await AccountDeletion(environment).eraseDue(account) { erased += 1 }
            } catch {
                warn("erasure", error)
            }
        }
        return erased
    }

    /// Errors of storage and flows print as codes, never as what somebody sent.
    private func warn(_ what: String, _ error: any Error) {
        let code = (error as? SignInError)?.code ?? (error as? StorageFailure).map { "\($0)" } ?? "internal"
        logger.warning("housekeeping failed", metadata: ["what": "\(what)", "code": "\(code)"])
    }

    private func remove(
        _ verb: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Int
    ) async throws(StorageFailure) -> Int {
        try await environment.database.transaction { transaction throws(StorageFailure) in
            Outcome.keep(try verb(transaction))
        }
    }
}
