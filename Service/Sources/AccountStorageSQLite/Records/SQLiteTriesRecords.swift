internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries? {
        try first(
            "SELECT count, delayed_until, expires_at FROM password_tries WHERE id = ?", [id.stored]
        ) { row throws(StorageFailure) in
            PasswordTries(
                id: id, count: Int(try row.integer(0)), delayedUntil: row.optionalTime(1), expiresAt: try row.time(2))
        }
    }

    func recordTries(_ tries: PasswordTries) throws(StorageFailure) {
        try change(
            """
            INSERT INTO password_tries (id, count, delayed_until, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                count = excluded.count, delayed_until = excluded.delayed_until, expires_at = excluded.expires_at
            """,
            [
                tries.id.stored, tries.count, tries.delayedUntil?.stored, tries.expiresAt.stored,
            ])
    }

    func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM password_tries WHERE id = ?", [id.stored]) == 1
    }

    func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM password_tries WHERE id IN
                (SELECT id FROM password_tries WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}
