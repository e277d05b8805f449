package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(event.id), .identifier(event.accountID), .text(event.kind), .text(event.body),
                .time(event.createdAt), .time(event.dueAt), .integer(event.attempts), .time(event.deliveredAt),
                .text(event.lastCode),
            ])
    }

    package func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent? {
        try first(.find, [.identifier(id)], read: event)
    }

    package func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent] {
        try every(.findNewest, [.before(id), .limit(limit)], read: event)
    }

    package func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        var due = try every(.findDue, [.time(moment), .limit(limit)], read: event)
        for place in due.indices {
            due[place].attempts += 1
            due[place].dueAt = returnsAt.inWholeMilliseconds
            try change(.take, [.identifier(due[place].id), .time(returnsAt), .integer(due[place].attempts)])
        }
        return due
    }

    package func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try change(.postpone, [.identifier(id), .time(dueAt), .text(code)]) == 1
    }

    package func deliverAccountEvent(
        _ id: AccountEventID, at moment: Date, code: String
    ) throws(StorageFailure) -> Bool {
        try change(.deliver, [.identifier(id), .time(moment), .text(code)]) == 1
    }

    package func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool {
        try change(.giveUp, [.identifier(id), .text(code)]) == 1
    }

    package func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change(.renew, [.identifier(id), .time(dueAt)]) == 1
    }

    package func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog {
        let waiting = try first(.countWaiting, []) { row throws(StorageFailure) in
            (count: try row.count(), oldestAt: row.optionalTime())
        }
        let givenUp = try first(.countGivenUp, []) { row throws(StorageFailure) in try row.count() }
        guard let waiting, let givenUp else { throw .corrupt }
        return AccountEventBacklog(waiting: waiting.count, oldestAt: waiting.oldestAt, givenUp: givenUp)
    }

    package func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeOld, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = events.insert
    fileprivate static let find = events.select("WHERE id = $1")
    fileprivate static let findNewest = events.select("WHERE id < $1 ORDER BY id DESC LIMIT $2")
    fileprivate static let findDue = events.selectDue()
    fileprivate static let take = SQLStatement("UPDATE account_events SET due_at = $2, attempts = $3 WHERE id = $1")
    fileprivate static let postpone = SQLStatement(
        "UPDATE account_events SET due_at = $2, last_code = $3 WHERE id = $1 AND due_at IS NOT NULL")
    fileprivate static let deliver = SQLStatement(
        "UPDATE account_events SET due_at = NULL, delivered_at = $2, last_code = $3 WHERE id = $1")
    fileprivate static let giveUp = SQLStatement(
        "UPDATE account_events SET due_at = NULL, last_code = $2 WHERE id = $1 AND due_at IS NOT NULL")
    fileprivate static let renew = SQLStatement(
        "UPDATE account_events SET due_at = $2, attempts = 0, delivered_at = NULL, last_code = NULL WHERE id = $1")
    fileprivate static let countWaiting = SQLStatement(
        "SELECT count(*), min(created_at) FROM account_events WHERE due_at IS NOT NULL")
    fileprivate static let countGivenUp = SQLStatement(
        "SELECT count(*) FROM account_events WHERE due_at IS NULL AND delivered_at IS NULL")
    fileprivate static let removeOld = events.deleteOld(by: "created_at")
}

private let events = SQLTable(
    name: "account_events",
    columns: "id, account_id, kind, body, created_at, due_at, attempts, delivered_at, last_code")

private func event(_ row: inout SQLRow) throws(StorageFailure) -> AccountEvent {
    AccountEvent(
        id: try row.identifier(), accountID: try row.identifier(), kind: try row.text(), body: try row.text(),
        createdAt: try row.time(), dueAt: row.optionalTime(), attempts: try row.count(),
        deliveredAt: row.optionalTime(), lastCode: row.optionalText())
}
