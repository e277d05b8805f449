internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordMail(_ mail: OutgoingMail) throws(StorageFailure) {
        try insertNew(
            "INSERT INTO outgoing_mail (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
            [
                .identifier(mail.id), .identifier(mail.accountID), .bytes(mail.sealedMessage), .time(mail.createdAt),
                .time(mail.dueAt), .time(mail.expiresAt), .integer(mail.attempts),
            ])
    }

    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        // Rows that another worker is taking just now are left to it instead of waited for.
        let due = try every(
            "SELECT \(columns) FROM outgoing_mail WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED",
            [.time(moment), .integer(max(0, limit))], read: mail)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE outgoing_mail SET due_at = $1, attempts = $2 WHERE id = $3",
                [.time(taken.dueAt), .integer(taken.attempts), .identifier(taken.id)])
            return taken
        }
    }

    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change("UPDATE outgoing_mail SET due_at = $1 WHERE id = $2", [.time(dueAt), .identifier(id)]) == 1
    }

    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM outgoing_mail WHERE id = $1", [.identifier(id)]) == 1
    }

    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change("DELETE FROM outgoing_mail WHERE account_id = $1", [.identifier(accountID)])
    }

    func countMail() throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first("SELECT count(*), min(created_at) FROM outgoing_mail", []) {
            row throws(StorageFailure) in
            OutboxBacklog(count: Int(try row.integer(0)), oldestAt: row.optionalTime(1))
        }
        guard let backlog else { throw .corrupt }
        return backlog
    }
}

private let columns = "id, account_id, sealed_message, created_at, due_at, expires_at, attempts"

private func mail(_ row: PostgreSQLRow) throws(StorageFailure) -> OutgoingMail {
    OutgoingMail(
        id: try row.identifier(0), accountID: try row.identifier(1), sealedMessage: row.optionalBytes(2) ?? [],
        createdAt: try row.time(3), dueAt: try row.time(4), expiresAt: try row.time(5),
        attempts: Int(try row.integer(6)))
}
