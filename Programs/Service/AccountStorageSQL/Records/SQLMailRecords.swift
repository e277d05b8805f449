package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordMail(_ mail: OutgoingMail) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(mail.id), .identifier(mail.accountID), .bytes(mail.sealedMessage), .time(mail.createdAt),
                .time(mail.dueAt), .time(mail.expiresAt), .integer(mail.attempts),
            ])
    }

    package func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        var due = try every(.findDue, [.time(moment), .limit(limit)], read: mail)
        for place in due.indices {
            due[place].attempts += 1
            due[place].dueAt = returnsAt.inWholeMilliseconds
            try change(.take, [.identifier(due[place].id), .time(returnsAt), .integer(due[place].attempts)])
        }
        return due
    }

    package func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change(.postpone, [.identifier(id), .time(dueAt)]) == 1
    }

    package func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool {
        try change(.remove, [.identifier(id)]) == 1
    }

    package func moveMail(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(.move, [.identifier(accountID), .identifier(other)])
    }

    package func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeOfAccount, [.identifier(accountID)])
    }

    package func countMail() throws(StorageFailure) -> OutboxBacklog {
        let backlog = try first(.count, []) { row throws(StorageFailure) in
            OutboxBacklog(count: try row.count(), oldestAt: row.optionalTime())
        }
        guard let backlog else { throw .corrupt }
        return backlog
    }
}

extension SQLStatement {
    fileprivate static let insert = mails.insert
    /// A message that a backend asked for has the identifier of the request. Codes for a new password expire in minutes, so
    /// they do not wait for a mailing.
    fileprivate static let findDue = mails.selectDue(
        after: "EXISTS (SELECT 1 FROM mail_requests WHERE mail_requests.id = outgoing_mail.id)")
    fileprivate static let take = SQLStatement("UPDATE outgoing_mail SET due_at = $2, attempts = $3 WHERE id = $1")
    fileprivate static let postpone = SQLStatement("UPDATE outgoing_mail SET due_at = $2 WHERE id = $1")
    fileprivate static let move = SQLStatement("UPDATE outgoing_mail SET account_id = $2 WHERE account_id = $1")
    fileprivate static let remove = mails.delete("WHERE id = $1")
    fileprivate static let removeOfAccount = mails.delete("WHERE account_id = $1")
    fileprivate static let count = SQLStatement("SELECT count(*), min(created_at) FROM outgoing_mail")
}

private let mails = SQLTable(
    name: "outgoing_mail", columns: "id, account_id, sealed_message, created_at, due_at, expires_at, attempts")

private func mail(_ row: inout SQLRow) throws(StorageFailure) -> OutgoingMail {
    OutgoingMail(
        id: try row.identifier(), accountID: try row.identifier(), sealedMessage: try row.bytes(),
        createdAt: try row.time(), dueAt: try row.time(), expiresAt: try row.time(), attempts: try row.count())
}
