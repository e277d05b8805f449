package import AccountStorage
package import Foundation

/// Detects that the database was replaced with a backup, and makes sure that sessions and attempts that ended since the
/// backup stay ended.
///
/// The time until which the database was in use is recorded in it and then next to the service's keys. If the database
/// has an earlier time than the keys, it is an older one.
package struct RestoredDatabase: Sendable {
    private let database: any AccountDatabase
    private let now: @Sendable () -> Date

    /// Prepares the check of a database.
    package init(_ database: any AccountDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Whether the database is older than the time stored next to the keys; `nil` if none is stored.
    package func isOlder(than remembered: Date?) async throws(StorageFailure) -> Bool {
        guard let remembered else { return false }
        return try await find(.inUse) ?? .distantPast < remembered.inWholeMilliseconds
    }

    /// Records that the database is in use, and returns the time to store next to the keys. If the database is older
    /// than the time stored there, records nothing and returns `nil`.
    package func noteUse(remembered: Date?) async throws(StorageFailure) -> Date? {
        let now = now().inWholeMilliseconds
        let remembered = remembered?.inWholeMilliseconds
        return try await database.transaction { transaction throws(StorageFailure) -> Outcome<Date?> in
            if let remembered, try transaction.findMark(.inUse) ?? .distantPast < remembered { return .discard(nil) }
            return .keep(try transaction.advanceMark(.inUse, to: now))
        }
    }

    /// When a backup was last accepted. Sessions from before that are invalid.
    package func restoredAt() async throws(StorageFailure) -> Date? {
        try await find(.restored)
    }

    /// Accepts the database as it is, and returns the time to store next to the keys.
    ///
    /// - Parameters:
    ///   - remembered: the time stored there now.
    ///   - endsSessions: whether to end every session and every sign-in attempt in it.
    package func accept(remembered: Date?, endsSessions: Bool) async throws(StorageFailure) -> Date {
        let now = now().inWholeMilliseconds
        let noted = max(now, remembered?.inWholeMilliseconds ?? now)
        if endsSessions { try await removeAttempts() }
        return try await database.transaction { transaction throws(StorageFailure) in
            if endsSessions { try transaction.advanceMark(.restored, to: now) }
            return .keep(try transaction.advanceMark(.inUse, to: noted))
        }
    }

    /// In a backup, an attempt that was used since then is open again.
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
