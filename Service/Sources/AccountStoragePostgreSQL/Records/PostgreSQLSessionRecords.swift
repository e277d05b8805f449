internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findSession(_ id: SessionID) throws(StorageFailure) -> Session? {
        try first("SELECT \(columns) FROM sessions WHERE id = $1", [.identifier(id)], read: session)
    }

    func recordSession(_ session: Session) throws(StorageFailure) {
        try StoredText.check(session.clientID)
        try insertNew(
            """
            INSERT INTO sessions
                (id, account_id, client_id, platform, created_at, authenticated_at, counter, renewed_at, expires_at,
                expiry_day, ended_at, first_counter, used_counter)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(session.id), .identifier(session.accountID), .text(session.clientID),
                .code(platformCodes.firstIndex(of: session.platform)), .time(session.createdAt),
                .time(session.authenticatedAt), .integer(session.counter), .time(session.renewedAt),
                .time(session.expiresAt), .integer(session.expiresAt.storedDay), .time(session.endedAt),
                .integer(session.firstCounter), .integer(session.usedCounter),
            ])
    }

    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        guard counter < .max else { return false }
        return try change(
            """
            UPDATE sessions SET counter = counter + 1, used_counter = $6, first_counter = $7, renewed_at = $1,
                expires_at = $2, expiry_day = $3
            WHERE id = $4 AND counter = $5 AND ended_at IS NULL AND expires_at > $1
            """,
            [
                .time(moment), .time(expiresAt), .integer(expiresAt.storedDay), .identifier(id), .integer(counter),
                .integer(used), .integer(first),
            ]) == 1
    }

    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        try change(
            """
            UPDATE sessions SET renewed_at = $1, expires_at = $2, expiry_day = $3
            WHERE id = $4 AND ended_at IS NULL AND expires_at > $1
            """,
            [.time(moment), .time(expiresAt), .integer(expiresAt.storedDay), .identifier(id)]) == 1
    }

    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        try change(
            "UPDATE sessions SET ended_at = $1 WHERE id = $2 AND ended_at IS NULL", [.time(moment), .identifier(id)])
            == 1
    }

    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session] {
        try every(
            "SELECT \(columns) FROM sessions WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            [.identifier(accountID), .upTo(id), .integer(max(0, limit))], read: session)
    }

    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        try change(
            """
            UPDATE sessions SET ended_at = $1
            WHERE account_id = $2 AND ended_at IS NULL AND authenticated_at < $3 AND id <> $4
            """,
            [
                .time(moment), .identifier(accountID),
                .integer(authenticatedBefore?.millisecondsSince1970 ?? Int64.max), .bytes(kept?.bytes ?? []),
            ])
    }

    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        // Every identifier is greater than no bytes at all.
        try every(
            """
            SELECT id, ended_at FROM sessions WHERE ended_at >= $1 AND (ended_at > $1 OR id > $2)
            ORDER BY ended_at, id LIMIT $3
            """,
            [.time(moment), .bytes(id?.bytes ?? []), .integer(max(0, limit))]
        ) { row throws(StorageFailure) in
            EndedSession(id: try row.identifier(0), endedAt: try row.time(1))
        }
    }

    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM sessions WHERE id IN
                (SELECT id FROM sessions WHERE expiry_day <= $1 AND expires_at < $2 ORDER BY expiry_day LIMIT $3)
            """, [.integer(moment.storedDay), .time(moment), .integer(max(0, limit))])
    }
}

private let columns = """
    id, account_id, client_id, platform, created_at, authenticated_at, counter, first_counter, used_counter, renewed_at,
    expires_at, ended_at
    """

private func session(_ row: PostgreSQLRow) throws(StorageFailure) -> Session {
    Session(
        id: try row.identifier(0), accountID: try row.identifier(1), clientID: try row.text(2),
        platform: try row.choice(3, among: platformCodes), createdAt: try row.time(4),
        authenticatedAt: try row.time(5), counter: try row.integer(6), firstCounter: try row.integer(7),
        usedCounter: try row.integer(8), renewedAt: try row.time(9), expiresAt: try row.time(10),
        endedAt: row.optionalTime(11))
}

/// A platform is stored as its place in this list: append only.
let platformCodes: [Platform] = [.native, .web, .android]

extension Date {
    /// The day of the time, counted from 1970, UTC.
    fileprivate var storedDay: Int64 {
        let (day, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: 86_400_000)
        return rest < 0 ? day - 1 : day
    }
}
