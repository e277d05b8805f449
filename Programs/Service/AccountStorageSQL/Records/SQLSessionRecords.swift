package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findSession(_ id: SessionID) throws(StorageFailure) -> Session? {
        try first(.find, [.identifier(id)], read: session)
    }

    package func findSessionAndAccount(
        _ id: SessionID
    ) throws(StorageFailure) -> (session: Session, account: Account?)? {
        try first(.findWithAccount, [.identifier(id)]) { row throws(StorageFailure) in
            let found = try session(&row)
            row.skip()
            return (found, try joinedAccount(&row))
        }
    }

    package func recordSession(_ session: Session) throws(StorageFailure) {
        try insertNew(.insert, values(session))
    }

    package func recordSession(required session: Session) throws(StorageFailure) {
        try require(.insertRequired, values(session))
    }

    package func renewSession(
        required id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) {
        guard counter < .max else {
            fail(with: .conflict)
            throw .conflict
        }
        let values: [SQLValue] = [
            .identifier(id), .time(moment), .time(expiresAt), .integer(expiresAt.storedDay), .integer(counter),
            .integer(used), .integer(first),
        ]
        if !defersStatements, try change(.renewOnSameDay, values) == 1 { return }
        try require(.renew, values)
    }

    package func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        let values: [SQLValue] = [
            .identifier(id), .time(moment), .time(expiresAt), .integer(expiresAt.storedDay),
        ]
        if try change(.extendOnSameDay, values) == 1 { return true }
        return try change(.extend, values) == 1
    }

    package func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        let values: [SQLValue] = [.identifier(id), .time(moment)]
        guard try change(.end, values) == 1 else { return false }
        // Each client's session that ends gets a notice. Without a notice, there is none to end.
        if try change(.makeNotices, values) > 0 { try change(.endClientSessions, values) }
        return true
    }

    package func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session] {
        try every(.findOfAccount, [.identifier(accountID), .before(id), .limit(limit)], read: session)
    }

    package func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        let values: [SQLValue] = [
            .identifier(accountID), .time(moment),
            .integer(authenticatedBefore?.millisecondsSince1970 ?? Int64.max), .after(kept),
        ]
        let notices = try change(.makeNoticesOfAccount, values)
        let children = notices > 0 ? try change(.endClientSessionsOfAccount, values) : 0
        if let kept { try change(.removeOpenCodes, [.identifier(kept), .time(moment)]) }
        return try children + change(.endOfAccount, values)
    }

    package func removeBrowserNames(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeBrowserNames, [.identifier(accountID)])
    }

    package func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        try every(.findEnded, [.time(moment), .after(id), .limit(limit)]) { row throws(StorageFailure) in
            EndedSession(id: try row.identifier(), endedAt: try row.time())
        }
    }

    package func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit), .integer(moment.storedDay)])
    }
}

extension SQLStatement {
    fileprivate static let find = sessions.select("WHERE id = $1")
    fileprivate static let findWithAccount = sessions.select(with: accountTable, by: "account_id")
    fileprivate static let insert = sessions.insert
    fileprivate static let insertRequired = sessions.insertRequired
    // In SQLite, an UPDATE that sets `expiry_day` rewrites its index even if the day stays the same. So a second
    // statement sets it, which most renewals do not need. PostgreSQL compares the values.
    fileprivate static let renewOnSameDay = renew("", "expiry_day = $4 AND")
    fileprivate static let renew = renew(", expiry_day = $4", "")
    fileprivate static let extendOnSameDay = extend("", "expiry_day = $4 AND")
    fileprivate static let extend = extend(", expiry_day = $4", "")
    fileprivate static let end = SQLStatement("UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
    fileprivate static let findOfAccount = sessions.select(
        "WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
    fileprivate static let endOfAccount = SQLStatement("UPDATE sessions SET ended_at = $2 WHERE \(endingOfAccount)")
    fileprivate static let removeBrowserNames = SQLStatement(
        "UPDATE sessions SET browser = NULL WHERE account_id = $1 AND browser IS NOT NULL")
    fileprivate static let findEnded = SQLStatement(
        """
        SELECT id, ended_at FROM sessions WHERE ended_at >= $1 AND (ended_at > $1 OR id > $2)
        ORDER BY ended_at, id LIMIT $3
        """)
    fileprivate static let removeExpired = sessions.delete(
        """
        WHERE id IN (
            SELECT id FROM sessions WHERE expiry_day <= $3 AND expires_at < $1 ORDER BY expiry_day LIMIT $2)
        """)

    // Notices are made while the children are still live, because a child that ended earlier gets no second notice.
    fileprivate static let makeNotices = SQLStatement(
        """
        UPDATE client_sessions SET logout_due_at = coalesce(logout_due_at, $2)
        WHERE id = $1 OR (parent_id = $1 AND EXISTS (
            SELECT 1 FROM sessions WHERE sessions.id = client_sessions.id AND ended_at IS NULL))
        """)
    fileprivate static let endClientSessions = SQLStatement(
        """
        UPDATE sessions SET ended_at = $2
        WHERE ended_at IS NULL AND id IN (SELECT id FROM client_sessions WHERE parent_id = $1 AND NOT is_detached)
        """)
    // A UNION, because PostgreSQL would scan the table for two subqueries that are connected by OR.
    fileprivate static let makeNoticesOfAccount = SQLStatement(
        """
        UPDATE client_sessions SET logout_due_at = coalesce(logout_due_at, $2)
        WHERE id IN (
            SELECT id FROM sessions WHERE \(endingOfAccount)
            UNION ALL
            SELECT id FROM client_sessions AS child
            WHERE parent_id IN (SELECT id FROM sessions WHERE \(endingOfAccount)) AND (is_detached OR id <> $4)
                AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = child.id AND ended_at IS NULL))
        """)
    fileprivate static let endClientSessionsOfAccount = SQLStatement(
        """
        UPDATE sessions SET ended_at = $2
        WHERE ended_at IS NULL AND id <> $4 AND id IN (
            SELECT id FROM client_sessions
            WHERE NOT is_detached AND parent_id IN (SELECT id FROM sessions WHERE \(endingOfAccount)))
        """)

    // Only codes that are still good are looked at, by the index of their expiry.
    fileprivate static let removeOpenCodes = SQLStatement(
        "DELETE FROM authorization_codes WHERE expires_at > $2 AND parent_id = $1 AND used_at IS NULL")

    private static func renew(_ change: String, _ condition: String) -> SQLStatement {
        let update = """
            UPDATE sessions SET counter = counter + 1, used_counter = $6, first_counter = $7, renewed_at = $2,
                expires_at = $3\(change)
            WHERE \(condition) id = $1 AND counter = $5 AND ended_at IS NULL AND expires_at > $2
            """
        return SQLStatement { $0.requiredStart + update + $0.requiredEnd }
    }

    private static func extend(_ change: String, _ condition: String) -> SQLStatement {
        SQLStatement(
            """
            UPDATE sessions SET renewed_at = $2, expires_at = $3\(change)
            WHERE \(condition) id = $1 AND ended_at IS NULL AND expires_at > $2
            """)
    }
}

private let sessions = SQLTable(
    name: "sessions",
    columns: """
        id, account_id, client_id, platform, created_at, authenticated_at, counter, first_counter, used_counter,
        renewed_at, expires_at, ended_at, identity_id, apple_client_id, browser, expiry_day
        """)

/// Selects the sessions of an account that end. A kept session keeps the clients' sessions that end with it, but not the
/// detached ones.
private let endingOfAccount = """
    account_id = $1 AND ended_at IS NULL AND authenticated_at < $3 AND id <> $4
    AND id NOT IN (SELECT id FROM client_sessions WHERE parent_id = $4 AND NOT is_detached)
    """

private func values(_ session: Session) -> [SQLValue] {
    [
        .identifier(session.id), .identifier(session.accountID), .text(session.clientID),
        .code(session.platform, among: platformCodes), .time(session.createdAt), .time(session.authenticatedAt),
        .integer(session.counter), .integer(session.firstCounter), .integer(session.usedCounter),
        .time(session.renewedAt), .time(session.expiresAt), .time(session.endedAt), .identifier(session.identityID),
        .text(session.appleClientID), .text(session.browser), .integer(session.expiresAt.storedDay),
    ]
}

private func session(_ row: inout SQLRow) throws(StorageFailure) -> Session {
    var session = Session(
        id: try row.identifier(), accountID: try row.identifier(), clientID: try row.text(),
        platform: try row.code(among: platformCodes), createdAt: try row.time(), authenticatedAt: try row.time(),
        counter: try row.integer(), firstCounter: try row.integer(), usedCounter: try row.integer(),
        renewedAt: try row.time(), expiresAt: try row.time(), endedAt: row.optionalTime())
    session.identityID = try row.optionalIdentifier()
    session.appleClientID = row.optionalText()
    session.browser = row.optionalText()
    return session
}

/// A platform is stored as its index in this list, so entries are only appended.
let platformCodes: [Platform] = [.native, .web, .android, .openID]

extension Date {
    /// The number of days since 1970, UTC.
    fileprivate var storedDay: Int64 {
        let (day, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: 86_400_000)
        return rest < 0 ? day - 1 : day
    }
}
