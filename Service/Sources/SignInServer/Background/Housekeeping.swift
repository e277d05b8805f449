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

    static let batch = 500
    private static let maximumBatches = 40

    /// Housekeeping for the database of an environment, every `interval`.
    public init(environment: SignInEnvironment, interval: Duration, logger: Logger) {
        self.environment = environment
        self.interval = interval
        self.logger = logger
    }

    /// Cleans until the service is told to stop.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await clean()
                try await Task.sleep(for: interval)
            }
        }
    }

    /// One round. A failure is told and left to the next round.
    func clean() async {
        let moment = environment.now()
        do {
            let attempts = try await remove { transaction throws(StorageFailure) in
                try transaction.removeExpiredAttempts(before: moment, limit: Self.batch)
            }
            let names = try await remove { transaction throws(StorageFailure) in
                try transaction.removeExpiredKeptNames(before: moment, limit: Self.batch)
            }
            // An ended session stays findable for services that poll, a day beyond its own end.
            let sessions = try await remove { transaction throws(StorageFailure) in
                try transaction.removeExpiredSessions(before: moment - 86_400, limit: Self.batch)
            }
            let notifications = try await remove { transaction throws(StorageFailure) in
                try transaction.removeExpiredNotifications(before: moment, limit: Self.batch)
            }
            let auditMemory = Double(environment.policy.auditMemory.components.seconds)
            let lines = try await remove { transaction throws(StorageFailure) in
                try transaction.removeAudit(before: moment - auditMemory, limit: Self.batch)
            }
            let erased = try await erase()
            logger.debug(
                "housekeeping",
                metadata: [
                    "attempts": "\(attempts)", "kept_names": "\(names)", "sessions": "\(sessions)",
                    "notifications": "\(notifications)", "audit": "\(lines)", "erased": "\(erased)",
                ])
        } catch {
            logger.warning("housekeeping failed", metadata: ["code": "\(error)"])
        }
    }

    /// Accounts whose last way in has been gone for long enough.
    private func erase() async throws -> Int {
        let moment = environment.now()
        let due = try await environment.database.transaction { transaction throws(StorageFailure) in
            Outcome.discard(try transaction.findAccountsToErase(at: moment, limit: Self.batch))
        }
        for account in due {
            _ = try await AccountDeletion(environment).erase(account, reason: "no_way_in")
        }
        return due.count
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
