internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) {
        try StoredText.check(item.clientID, item.lastCode)
        try insertNew(
            """
            INSERT INTO outbox (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(item.id), .code(kindCodes.firstIndex(of: item.kind)), .identifier(item.accountID),
                .identifier(item.identityID), .text(item.clientID), .bytes(item.sealedRefreshToken),
                .time(item.createdAt), .time(item.dueAt), .integer(item.attempts), .flag(item.isAsked),
                .text(item.lastCode), .flag(item.wasSeenAlive),
            ])
    }

    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem? {
        try first("SELECT \(columns) FROM outbox WHERE id = $1", [.identifier(id)], read: item)
    }

    func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        // Rows that another worker is taking just now are left to it instead of waited for.
        let due = try every(
            """
            SELECT \(columns) FROM outbox WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
            """, [.time(moment), .integer(max(0, limit))], read: item)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE outbox SET due_at = $1, attempts = $2 WHERE id = $3",
                [.time(taken.dueAt), .integer(taken.attempts), .identifier(taken.id)])
            return taken
        }
    }

    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String
    ) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE outbox SET due_at = $1, is_asked = $2, last_code = $3 WHERE id = $4",
            [.time(dueAt), .flag(isAsked), .text(code), .identifier(id)]) == 1
    }

    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM outbox WHERE id = $1", [.identifier(id)]) == 1
    }

    func removeOutboxItems(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM outbox WHERE identity_id = $1", [.identifier(identityID)])
    }

    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first("SELECT count(*), min(created_at) FROM outbox", []) { row throws(StorageFailure) in
            OutboxBacklog(count: Int(try row.integer(0)), oldestAt: row.optionalTime(1))
        }
        guard let backlog else { throw .corrupt }
        return backlog
    }
}

private let columns = """
    id, kind, account_id, identity_id, client_id, sealed_refresh_token, created_at, due_at, attempts, is_asked,
    last_code, was_seen_alive
    """

private func item(_ row: PostgreSQLRow) throws(StorageFailure) -> OutboxItem {
    OutboxItem(
        id: try row.identifier(0), kind: try row.choice(1, among: kindCodes), accountID: try row.identifier(2),
        identityID: try row.identifier(3), clientID: try row.text(4), sealedRefreshToken: row.optionalBytes(5) ?? [],
        createdAt: try row.time(6), dueAt: try row.time(7), attempts: Int(try row.integer(8)),
        isAsked: try row.integer(9) != 0, lastCode: row.optionalText(10),
        wasSeenAlive: try row.integer(11) != 0)
}

/// A kind is stored as its place in this list: append only.
private let kindCodes: [OutboxItem.Kind] = [.revocation, .validation]
