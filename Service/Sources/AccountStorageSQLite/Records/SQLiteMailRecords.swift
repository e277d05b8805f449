internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordMail(_ mail: OutgoingMail) throws(StorageFailure) {
        try change(
            "INSERT INTO outgoing_mail (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                mail.id.stored, mail.accountID.stored, Data(mail.sealedMessage), mail.createdAt.stored,
                mail.dueAt.stored, mail.expiresAt.stored, mail.attempts,
            ])
    }

    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        let due = try every(
            "SELECT \(columns) FROM outgoing_mail WHERE due_at <= ? ORDER BY due_at, id LIMIT ?",
            [moment.stored, max(0, limit)], read: mail)
        return try due.map { found throws(StorageFailure) in
            var taken = found
            taken.attempts += 1
            taken.dueAt = returnsAt.inWholeMilliseconds
            try change(
                "UPDATE outgoing_mail SET due_at = ?, attempts = ? WHERE id = ?",
                [taken.dueAt.stored, taken.attempts, taken.id.stored])
            return taken
        }
    }

    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change("UPDATE outgoing_mail SET due_at = ? WHERE id = ?", [dueAt.stored, id.stored]) == 1
    }

    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM outgoing_mail WHERE id = ?", [id.stored]) == 1
    }

    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change("DELETE FROM outgoing_mail WHERE account_id = ?", [accountID.stored])
    }

    func countMail() throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first("SELECT count(*), min(created_at) FROM outgoing_mail", []) { row in
            OutboxBacklog(count: Int(try row.integer(0)), oldestAt: row.optionalTime(1))
        }
        guard let backlog else { throw .corrupt }
        return backlog
    }
}

private let columns = "id, account_id, sealed_message, created_at, due_at, expires_at, attempts"

private func mail(_ row: Row) throws(StorageFailure) -> OutgoingMail {
    OutgoingMail(
        id: try row.identifier(0), accountID: try row.identifier(1), sealedMessage: row.optionalBytes(2) ?? [],
        createdAt: try row.time(3), dueAt: try row.time(4), expiresAt: try row.time(5),
        attempts: Int(try row.integer(6)))
}
