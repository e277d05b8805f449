internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) {
        try StoredText.check(event.kind, event.body, event.lastCode)
        try change(
            "INSERT INTO account_events (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                event.id.stored, event.accountID.stored, event.kind, event.body, event.createdAt.stored,
                event.dueAt?.stored, event.attempts, event.deliveredAt?.stored, event.lastCode,
            ])
    }

    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent? {
        try first("SELECT \(columns) FROM account_events WHERE id = ?", [id.stored], read: event)
    }

    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent] {
        // No identifier is greater than seventeen bytes of ones.
        try every(
            "SELECT \(columns) FROM account_events WHERE id < ? ORDER BY id DESC LIMIT ?",
            [id?.stored ?? Data(repeating: 255, count: 17), max(0, limit)], read: event)
    }

    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        let due = try every(
            "SELECT \(columns) FROM account_events WHERE due_at <= ? ORDER BY due_at, id LIMIT ?",
            [moment.stored, max(0, limit)], read: event)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE account_events SET due_at = ?, attempts = ? WHERE id = ?",
                [returnsAt.stored, taken.attempts, taken.id.stored])
            return taken
        }
    }

    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = ?, last_code = ? WHERE id = ? AND due_at IS NOT NULL",
            [dueAt.stored, code, id.stored]) == 1
    }

    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = NULL, delivered_at = ?, last_code = ? WHERE id = ?",
            [moment.stored, code, id.stored]) == 1
    }

    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = NULL, last_code = ? WHERE id = ? AND due_at IS NOT NULL",
            [code, id.stored]) == 1
    }

    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change(
            "UPDATE account_events SET due_at = ?, attempts = 0, delivered_at = NULL, last_code = NULL WHERE id = ?",
            [dueAt.stored, id.stored]) == 1
    }

    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog {
        let waiting = try first(
            "SELECT count(*), min(created_at) FROM account_events WHERE due_at IS NOT NULL", []
        ) { row in (count: Int(try row.integer(0)), oldestAt: row.optionalTime(1)) }
        let givenUp = try first(
            "SELECT count(*) FROM account_events WHERE due_at IS NULL AND delivered_at IS NULL", []
        ) { row in Int(try row.integer(0)) }
        guard let waiting, let givenUp else { throw .corrupt }
        return AccountEventBacklog(waiting: waiting.count, oldestAt: waiting.oldestAt, givenUp: givenUp)
    }

    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM account_events WHERE id IN (
                SELECT id FROM account_events WHERE created_at < ? ORDER BY created_at, id LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}

private let columns = "id, account_id, kind, body, created_at, due_at, attempts, delivered_at, last_code"

private func event(_ row: Row) throws(StorageFailure) -> AccountEvent {
    AccountEvent(
        id: try row.identifier(0), accountID: try row.identifier(1), kind: try row.text(2), body: try row.text(3),
        createdAt: try row.time(4), dueAt: row.optionalTime(5), attempts: Int(try row.integer(6)),
        deliveredAt: row.optionalTime(7), lastCode: row.optionalText(8))
}
