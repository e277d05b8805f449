package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries? {
        try first(.find, [.identifier(id)]) { row throws(StorageFailure) in
            PasswordTries(
                id: try row.identifier(), count: try row.count(), delayedUntil: row.optionalTime(),
                expiresAt: try row.time())
        }
    }

    package func recordTries(_ tries: PasswordTries) throws(StorageFailure) {
        try change(
            .record,
            [.identifier(tries.id), .integer(tries.count), .time(tries.delayedUntil), .time(tries.expiresAt)])
    }

    package func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool {
        try change(.remove, [.identifier(id)]) == 1
    }

    package func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let find = tries.select("WHERE id = $1")
    fileprivate static let record = tries.insertOrReplace
    fileprivate static let remove = tries.delete("WHERE id = $1")
    fileprivate static let removeExpired = tries.deleteOld()
}

private let tries = SQLTable(name: "password_tries", columns: "id, count, delayed_until, expires_at")
