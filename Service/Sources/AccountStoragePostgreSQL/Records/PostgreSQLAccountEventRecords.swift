internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) {
        try StoredText.check(event.kind, event.body, event.lastCode)
        try insertNew(
            """
            INSERT INTO account_events (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(event.id), .identifier(event.accountID), .text(event.kind), .text(event.body),
                .time(event.createdAt), .time(event.dueAt), .integer(event.attempts), .time(event.deliveredAt),
                .text(event.lastCode),
            ])
    }

    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent? {
        try first("SELECT \(columns) FROM account_events WHERE id = $1", [.identifier(id)], read: event)
    }

    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent] {
        try every(
            "SELECT \(columns) FROM account_events WHERE id < $1 ORDER BY id DESC LIMIT $2",
            [.upTo(id), .integer(max(0, limit))], read: event)
    }

    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        // Rows that another worker is taking just now are left to it instead of waited for.
        let due = try every(
            """
            SELECT \(columns) FROM account_events WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2
            FOR UPDATE SKIP LOCKED
            """, [.time(moment), .integer(max(0, limit))], read: event)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE account_events SET due_at = $1, attempts = $2 WHERE id = $3",
                [.time(returnsAt), .integer(taken.attempts), .identifier(taken.id)])
            return taken
        }
    }

    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = $1, last_code = $2 WHERE id = $3 AND due_at IS NOT NULL",
            [.time(dueAt), .text(code), .identifier(id)]) == 1
    }

    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = NULL, delivered_at = $1, last_code = $2 WHERE id = $3",
            [.time(moment), .text(code), .identifier(id)]) == 1
    }

    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE account_events SET due_at = NULL, last_code = $1 WHERE id = $2 AND due_at IS NOT NULL",
            [.text(code), .identifier(id)]) == 1
    }

    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change(
            """
            UPDATE account_events SET due_at = $1, attempts = 0, delivered_at = NULL, last_code = NULL WHERE id = $2
            """, [.time(dueAt), .identifier(id)]) == 1
    }

    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog {
        let waiting = try first(
            "SELECT count(*), min(created_at) FROM account_events WHERE due_at IS NOT NULL", []
        ) { row throws(StorageFailure) in (count: Int(try row.integer(0)), oldestAt: row.optionalTime(1)) }
        let givenUp = try first(
            "SELECT count(*) FROM account_events WHERE due_at IS NULL AND delivered_at IS NULL", []
        ) { row throws(StorageFailure) in Int(try row.integer(0)) }
        guard let waiting, let givenUp else { throw .corrupt }
        return AccountEventBacklog(waiting: waiting.count, oldestAt: waiting.oldestAt, givenUp: givenUp)
    }

    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM account_events WHERE id IN (
                SELECT id FROM account_events WHERE created_at < $1 ORDER BY created_at, id LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

private let columns = "id, account_id, kind, body, created_at, due_at, attempts, delivered_at, last_code"

private func event(_ row: PostgreSQLRow) throws(StorageFailure) -> AccountEvent {
    AccountEvent(
        id: try row.identifier(0), accountID: try row.identifier(1), kind: try row.text(2), body: try row.text(3),
        createdAt: try row.time(4), dueAt: row.optionalTime(5), attempts: Int(try row.integer(6)),
        deliveredAt: row.optionalTime(7), lastCode: row.optionalText(8))
}
