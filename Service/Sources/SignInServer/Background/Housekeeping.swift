import AccountStorage
import Foundation
public import Logging
public import ServiceLifecycle
public import SignInFlows

/// Removes what has expired, in bounded batches, so that no transaction is held long.
public struct Housekeeping: Service {
    private let environment: SignInEnvironment
    private let interval: Duration
    private let logger: Logger
    private let isClockFarOff: @Sendable () -> Bool

    static let batch = 500
    private static let maximumBatches = 40

    /// Housekeeping for the database of an environment, every `interval`.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong: then nothing is removed.
    public init(
        environment: SignInEnvironment, interval: Duration, logger: Logger,
        isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) {
        self.environment = environment
        self.interval = interval
        self.logger = logger
        self.isClockFarOff = isClockFarOff
    }

    /// Cleans until the service is told to stop.
    public func run() async throws {
        await work(every: interval) { await clean() }
    }

    /// One round. What fails is told and left to the next round, and keeps nothing else from being done.
    func clean() async {
        guard !isClockFarOff() else {
            return logger.warning("housekeeping waits", metadata: ["code": "clock_far_off"])
        }
        let moment = environment.now()
        let auditMemory = Double(environment.policy.auditMemory.components.seconds)
        let eventMemory = Double(environment.policy.eventMemory.components.seconds)
        var done: Logger.Metadata = [:]
        for (name, verb) in Self.removals(at: moment, auditMemory: auditMemory, eventMemory: eventMemory) {
            done[name] = await attempt(name) { "\(try await remove(verb))" }
        }
        done["questions"] = await attempt("questions") {
            "\(try await UnansweredQuestions(environment).remove(limit: Self.batch))"
        }
        done["erased"] = await attempt("erased") { "\(try await erase(at: moment))" }
        logger.debug("housekeeping", metadata: done)
    }

    private typealias Removal = @Sendable (any AccountTransaction) throws(StorageFailure) -> Int

    private static func removals(
        at moment: Date, auditMemory: TimeInterval, eventMemory: TimeInterval
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
                    try tx.removeAudit(before: moment - auditMemory, at: moment, limit: batch)
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
                { tx throws(StorageFailure) in try tx.removeAccountEvents(before: moment - eventMemory, limit: batch) }
            ),
        ]
    }

    private func attempt(_ name: String, _ work: () async throws -> Logger.MetadataValue) async -> Logger.MetadataValue
    {
        do {
            return try await work()
        } catch {
            warn(name, error)
            return "failed"
        }
    }

    /// Accounts whose last way in has been gone for long enough. One that cannot be erased does not hold up the others.
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
        var total = 0
        for _ in 0..<Self.maximumBatches {
            let removed = try await environment.database.transaction { transaction throws(StorageFailure) in
                Outcome.keep(try verb(transaction))
            }
            total += removed
            if removed < Self.batch { break }
        }
        return total
    }
}
