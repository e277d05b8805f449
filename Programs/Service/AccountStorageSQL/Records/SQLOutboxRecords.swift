package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(item.id), .code(item.kind, among: kindCodes), .identifier(item.accountID),
                .identifier(item.identityID), .text(item.clientID), .bytes(item.sealedRefreshToken),
                .time(item.createdAt), .time(item.dueAt), .integer(item.attempts), .flag(item.isAsked),
                .text(item.lastCode), .flag(item.wasSeenAlive), .time(item.takenAt),
            ])
    }

    package func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem? {
        try first(.find, [.identifier(id)], read: item)
    }

    package func findOutboxItems(of accountID: AccountID) throws(StorageFailure) -> [OutboxItem] {
        try every(.findOfAccount, [.identifier(accountID)], read: item)
    }

    package func findOutboxItems(ofIdentity identityID: IdentityID) throws(StorageFailure) -> [OutboxItem] {
        try every(.findOfIdentity, [.identifier(identityID)], read: item)
    }

    package func findClientsOfDueOutboxItems(at moment: Date) throws(StorageFailure) -> [String] {
        try every(.findClientsOfDue, [.time(moment)]) { row throws(StorageFailure) in try row.text() }
    }

    package func takeOutboxItems(
        of clientID: String, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        var due = try every(.findDue, [.text(clientID), .time(moment), .limit(limit)], read: item)
        for place in due.indices {
            due[place].attempts += 1
            (due[place].dueAt, due[place].takenAt) = (returnsAt.inWholeMilliseconds, moment.inWholeMilliseconds)
            try change(
                .take,
                [.identifier(due[place].id), .time(returnsAt), .integer(due[place].attempts), .time(moment)])
        }
        return due
    }

    package func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String, mayArrive: Bool
    ) throws(StorageFailure) -> Bool {
        let values: [SQLValue] = [.identifier(id), .time(dueAt), .flag(isAsked), .text(code)]
        return try change(mayArrive ? .postpone : .putBack, values) == 1
    }

    package func deferOutboxItem(_ id: OutboxItemID, until dueAt: Date) throws(StorageFailure) -> Bool {
        try change(.deferUntil, [.identifier(id), .time(dueAt)]) == 1
    }

    package func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool {
        try change(.remove, [.identifier(id)]) == 1
    }

    package func countOutboxItems() throws(StorageFailure) -> OutboxBacklog {
        try backlog(.count, [])
    }

    package func countOutboxItems(of kind: OutboxItem.Kind) throws(StorageFailure) -> OutboxBacklog {
        try backlog(.countOfKind, [.code(kind, among: kindCodes)])
    }

    private func backlog(
        _ statement: SQLStatement, _ values: [SQLValue]
    ) throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first(statement, values) { row throws(StorageFailure) in
            OutboxBacklog(count: try row.count(), oldestAt: row.optionalTime())
        }
        guard let backlog else { throw .corrupt }
        return backlog
    }
}

extension SQLStatement {
    fileprivate static let insert = outbox.insert
    fileprivate static let find = outbox.select("WHERE id = $1")
    fileprivate static let findOfAccount = outbox.select("WHERE account_id = $1 ORDER BY id")
    fileprivate static let findOfIdentity = outbox.select("WHERE identity_id = $1 ORDER BY id")
    fileprivate static let findClientsOfDue = outbox.selectOwnersOfDue("client_id")
    fileprivate static let findDue = outbox.selectDue(of: "client_id")
    fileprivate static let take = SQLStatement(
        "UPDATE outbox SET due_at = $2, attempts = $3, taken_at = $4 WHERE id = $1")
    fileprivate static let deferUntil = SQLStatement("UPDATE outbox SET due_at = $2 WHERE id = $1")
    fileprivate static let postpone = SQLStatement(
        "UPDATE outbox SET due_at = $2, is_asked = $3, last_code = $4 WHERE id = $1")
    fileprivate static let putBack = SQLStatement(
        "UPDATE outbox SET due_at = $2, is_asked = $3, last_code = $4, taken_at = NULL WHERE id = $1")
    fileprivate static let remove = outbox.delete("WHERE id = $1")
    fileprivate static let count = SQLStatement("SELECT count(*), min(created_at) FROM outbox")
    fileprivate static let countOfKind = SQLStatement(
        "SELECT count(*), min(created_at) FROM outbox WHERE kind = $1")
}

private let outbox = SQLTable(
    name: "outbox",
    columns: """
        id, kind, account_id, identity_id, client_id, sealed_refresh_token, created_at, due_at, attempts, is_asked,
        last_code, was_seen_alive, taken_at
        """)

private func item(_ row: inout SQLRow) throws(StorageFailure) -> OutboxItem {
    OutboxItem(
        id: try row.identifier(), kind: try row.code(among: kindCodes), accountID: try row.identifier(),
        identityID: try row.identifier(), clientID: try row.text(), sealedRefreshToken: try row.bytes(),
        createdAt: try row.time(), dueAt: try row.time(), attempts: try row.count(), isAsked: try row.flag(),
        lastCode: row.optionalText(), wasSeenAlive: try row.flag(),
        takenAt: row.optionalTime())
}

/// A kind is stored as its index in this list, so entries are only appended.
private let kindCodes: [OutboxItem.Kind] = [.revocation, .validation]
