public import AccountStorage
public import Foundation
public import Logging
public import ServiceLifecycle

/// Removes what has expired, in bounded batches, so that no transaction is held long.
public struct Housekeeping: Service {
    private let database: any AccountDatabase
    private let interval: Duration
    private let now: @Sendable () -> Date
    private let logger: Logger

    static let batch = 500
    private static let maximumBatches = 40

    /// Housekeeping for a database, every `interval`.
    public init(
        database: any AccountDatabase, interval: Duration, now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.database = database
        self.interval = interval
        self.now = now
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
        let moment = now()
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
            logger.debug(
                "housekeeping",
                metadata: ["attempts": "\(attempts)", "kept_names": "\(names)", "sessions": "\(sessions)"])
        } catch {
            logger.warning("housekeeping failed", metadata: ["code": "\(error)"])
        }
    }

    private func remove(
        _ verb: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Int
    ) async throws(StorageFailure) -> Int {
        var total = 0
        for _ in 0..<Self.maximumBatches {
            let removed = try await database.transaction { transaction throws(StorageFailure) in
                Outcome.keep(try verb(transaction))
            }
            total += removed
            if removed < Self.batch { break }
        }
        return total
    }
}
