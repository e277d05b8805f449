package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordClientSession(_ session: ClientSession) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(session.id), .identifier(session.parentID), .identifier(session.accountID),
                .text(session.client), .text(session.scope), .text(session.claims), .flag(session.isDetached),
                .time(session.expiresAt), .integer(nil), .integer(0),
            ])
    }

    package func findClientSession(_ id: SessionID) throws(StorageFailure) -> ClientSession? {
        try first(.find, [.identifier(id)], read: clientSession)
    }

    package func moveClientSessions(
        from parent: SessionID, to successor: SessionID
    ) throws(StorageFailure) -> Int {
        try change(.move, [.identifier(parent), .identifier(successor)])
    }

    package func findClientSessions(
        of accountID: AccountID, limit: Int
    ) throws(StorageFailure) -> [ClientSession] {
        try every(.findOfAccount, [.identifier(accountID), .limit(limit)], read: clientSession)
    }

    package func findDetachedSessions(
        under parent: SessionID, limit: Int
    ) throws(StorageFailure) -> [ClientSession] {
        try every(.findDetached, [.identifier(parent), .limit(limit)], read: clientSession)
    }

    package func findClientSessions(
        under parent: SessionID, of client: String, besidesNewest newest: Int, limit: Int
    ) throws(StorageFailure) -> [SessionID] {
        try every(
            .findOlder, [.identifier(parent), .text(client), .limit(newest), .limit(limit)]
        ) { row throws(StorageFailure) in try row.identifier() }
    }

    package func findClientsToNotify(at moment: Date) throws(StorageFailure) -> [String] {
        try every(.findClientsToNotify, [.time(moment)]) { row throws(StorageFailure) in try row.text() }
    }

    package func takeLogoutNotices(
        of client: String, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [LogoutNotice] {
        let due = try every(.findDue, [.text(client), .time(moment), .limit(limit)], read: notice)
        for notice in due {
            try change(
                .take, [.identifier(notice.session.id), .time(returnsAt), .integer(notice.attempts)])
        }
        return due
    }

    package func postponeLogoutNotice(_ id: SessionID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change(.postpone, [.identifier(id), .time(dueAt)]) == 1
    }

    package func postponeLogoutNotices(
        of client: String, dueAt moment: Date, until later: Date
    ) throws(StorageFailure) -> Int {
        try change(.postponeAll, [.text(client), .time(moment), .time(later)])
    }

    package func removeLogoutNotice(_ id: SessionID) throws(StorageFailure) -> Bool {
        try change(.removeNotice, [.identifier(id)]) == 1
    }

    package func removeExpiredClientSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = clientSessions.insert
    fileprivate static let find = clientSessions.select("WHERE id = $1")
    fileprivate static let move = SQLStatement("UPDATE client_sessions SET parent_id = $2 WHERE parent_id = $1")
    fileprivate static let findOfAccount = clientSessions.select("WHERE account_id = $1 ORDER BY id DESC LIMIT $2")
    fileprivate static let findDetached = clientSessions.select(
        """
        WHERE parent_id = $1 AND is_detached AND EXISTS (
            SELECT 1 FROM sessions WHERE sessions.id = client_sessions.id AND ended_at IS NULL)
        ORDER BY id LIMIT $2
        """)
    fileprivate static let findOlder = SQLStatement(
        "SELECT id FROM client_sessions WHERE parent_id = $1 AND client = $2 ORDER BY id DESC LIMIT $4 OFFSET $3")
    fileprivate static let findClientsToNotify = clientSessions.selectOwnersOfDue("client", by: "logout_due_at")
    fileprivate static let findDue = clientSessions.selectDue(of: "client", by: "logout_due_at")
    fileprivate static let take = SQLStatement(
        "UPDATE client_sessions SET logout_due_at = $2, logout_attempts = $3 WHERE id = $1")
    fileprivate static let postpone = SQLStatement(
        "UPDATE client_sessions SET logout_due_at = $2 WHERE id = $1 AND logout_due_at IS NOT NULL")
    fileprivate static let postponeAll = SQLStatement(
        """
        UPDATE client_sessions SET logout_due_at = $3, logout_attempts = logout_attempts + 1
        WHERE client = $1 AND logout_due_at <= $2
        """)
    fileprivate static let removeNotice = SQLStatement(
        """
        UPDATE client_sessions SET logout_due_at = NULL, logout_attempts = 0
        WHERE id = $1 AND logout_due_at IS NOT NULL
        """)
    fileprivate static let removeExpired = clientSessions.deleteOld()
}

private let clientSessions = SQLTable(
    name: "client_sessions",
    columns: """
        id, parent_id, account_id, client, scope, claims, is_detached, expires_at, logout_due_at, logout_attempts
        """)

private func clientSession(_ row: inout SQLRow) throws(StorageFailure) -> ClientSession {
    ClientSession(
        id: try row.identifier(), parentID: try row.identifier(), accountID: try row.identifier(),
        client: try row.text(), scope: try row.text(), claims: row.optionalText(), isDetached: try row.flag(),
        expiresAt: try row.time())
}

/// Reads a notice, and counts the attempt for which it is taken.
private func notice(_ row: inout SQLRow) throws(StorageFailure) -> LogoutNotice {
    let session = try clientSession(&row)
    row.skip()
    return LogoutNotice(session: session, attempts: try row.count() + 1)
}
