package import AccountStorage
package import Foundation

/// Notices that a backup was put in the database's place, and takes care that what was ended since stays ended.
///
/// The moment up to which a database was in use is noted in it and, afterwards, beside the service's keys. A database
/// that knows an earlier moment than the keys is an older one.
package struct RestoredDatabase: Sendable {
    private let database: any AccountDatabase
    private let now: @Sendable () -> Date

    /// Watches a database.
    package init(_ database: any AccountDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Whether the database is older than the moment that is remembered beside the keys; `nil` means none is.
    package func isOlder(than remembered: Date?) async throws(StorageFailure) -> Bool {
        guard let remembered else { return false }
        return try await find(.inUse) ?? .distantPast < remembered.inWholeMilliseconds
    }

    /// Notes that the database is in use, and returns what is to be remembered beside the keys; `nil`, and nothing is
    /// noted, where the database is older than what is remembered there.
    package func noteUse(remembered: Date?) async throws(StorageFailure) -> Date? {
        let now = now().inWholeMilliseconds
        let remembered = remembered?.inWholeMilliseconds
        return try await database.transaction { transaction throws(StorageFailure) -> Outcome<Date?> in
            if let remembered, try transaction.findMark(.inUse) ?? .distantPast < remembered { return .discard(nil) }
            return .keep(try transaction.advanceMark(.inUse, to: now))
        }
    }

    /// When a backup was last put in place; no session from before counts.
    package func restoredAt() async throws(StorageFailure) -> Date? {
        try await find(.restored)
    }

    /// Takes the database as it is, and returns what is to be remembered beside the keys.
    ///
    /// - Parameters:
    ///   - remembered: what is remembered there now.
    ///   - endsSessions: whether every session in it ends, and every attempt to sign in.
    package func accept(remembered: Date?, endsSessions: Bool) async throws(StorageFailure) -> Date {
        let now = now().inWholeMilliseconds
        let noted = max(now, remembered?.inWholeMilliseconds ?? now)
        if endsSessions { try await removeAttempts() }
        return try await database.transaction { transaction throws(StorageFailure) in
            if endsSessions { try transaction.advanceMark(.restored, to: now) }
            return .keep(try transaction.advanceMark(.inUse, to: noted))
        }
    }

    /// An attempt that was used since the backup is open again in it.
    private func removeAttempts() async throws(StorageFailure) {
        let batch = 500
        var removed = batch
        while removed == batch {
            removed = try await database.transaction { transaction throws(StorageFailure) in
                .keep(try transaction.removeExpiredAttempts(before: .distantFuture, limit: batch))
            }
        }
    }

    private func find(_ mark: ServiceMark) async throws(StorageFailure) -> Date? {
        try await database.transaction { transaction throws(StorageFailure) in
            .discard(try transaction.findMark(mark))
        }
    }
}
