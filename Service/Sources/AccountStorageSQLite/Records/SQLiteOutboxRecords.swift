internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) {
        try StoredText.check(item.clientID, item.lastCode)
        try change(
            "INSERT INTO outbox (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                item.id.stored, kindCodes.firstIndex(of: item.kind), item.accountID.stored, item.identityID.stored,
                item.clientID, Data(item.sealedRefreshToken), item.createdAt.stored, item.dueAt.stored, item.attempts,
                item.isAsked, item.lastCode, item.wasSeenAlive,
            ])
    }

    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem? {
        try first("SELECT \(columns) FROM outbox WHERE id = ?", [id.stored], read: item)
    }

    func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        let due = try every(
            "SELECT \(columns) FROM outbox WHERE due_at <= ? ORDER BY due_at, id LIMIT ?",
            [moment.stored, max(0, limit)], read: item)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE outbox SET due_at = ?, attempts = ? WHERE id = ?",
                [taken.dueAt.stored, taken.attempts, taken.id.stored])
            return taken
        }
    }

    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String
    ) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change(
            "UPDATE outbox SET due_at = ?, is_asked = ?, last_code = ? WHERE id = ?",
            [dueAt.stored, isAsked, code, id.stored]) == 1
    }

    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM outbox WHERE id = ?", [id.stored]) == 1
    }

    func removeOutboxItems(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM outbox WHERE identity_id = ?", [identityID.stored])
    }

    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first("SELECT count(*), min(created_at) FROM outbox", []) { row in
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

private func item(_ row: Row) throws(StorageFailure) -> OutboxItem {
    OutboxItem(
        id: try row.identifier(0), kind: try row.choice(1, among: kindCodes), accountID: try row.identifier(2),
        identityID: try row.identifier(3), clientID: try row.text(4), sealedRefreshToken: row.optionalBytes(5) ?? [],
        createdAt: try row.time(6), dueAt: try row.time(7), attempts: Int(try row.integer(8)),
        isAsked: try row.integer(9) != 0, lastCode: row.optionalText(10),
        wasSeenAlive: try row.integer(11) != 0)
}

/// A kind is stored as its place in this list: append only.
private let kindCodes: [OutboxItem.Kind] = [.revocation, .validation]
