internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findSession(_ id: SessionID) throws(StorageFailure) -> Session? {
        try first("SELECT \(columns) FROM sessions WHERE id = ?", [id.stored], read: session)
    }

    func recordSession(_ session: Session) throws(StorageFailure) {
        try StoredText.check(session.clientID)
        try change(
            """
            INSERT INTO sessions
                (id, account_id, client_id, platform, created_at, authenticated_at, counter, renewed_at, expires_at,
                expiry_day, ended_at, first_counter, used_counter)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id.stored, session.accountID.stored, session.clientID,
                platformCodes.firstIndex(of: session.platform), session.createdAt.stored,
                session.authenticatedAt.stored, session.counter, session.renewedAt.stored, session.expiresAt.stored,
                session.expiresAt.storedDay, session.endedAt?.stored, session.firstCounter, session.usedCounter,
            ])
    }

    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        guard counter < .max else { return false }
        return try update(
            id, set: "counter = counter + 1, used_counter = ?, first_counter = ?, ", [used, first],
            where: "counter = ? AND ", [counter], at: moment, expiresAt: expiresAt)
    }

    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        try update(id, set: "", [], where: "", [], at: moment, expiresAt: expiresAt)
    }

    /// Changes a live session and its times.
    ///
    /// A statement that names `expiry_day` rewrites its index even when the day stays the same, so the day is only named by
    /// the second statement, which most renewals never reach.
    private func update(
        _ id: SessionID, set changes: String, _ values: [any DatabaseValueConvertible], where condition: String,
        _ conditionValues: [any DatabaseValueConvertible], at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        let live = "id = ? AND \(condition)ended_at IS NULL AND expires_at > ?"
        let liveValues = [id.stored as any DatabaseValueConvertible] + conditionValues + [moment.stored]
        let times: [any DatabaseValueConvertible] = [moment.stored, expiresAt.stored]
        let day: [any DatabaseValueConvertible] = [expiresAt.storedDay]
        let sameDay = try change(
            "UPDATE sessions SET \(changes)renewed_at = ?, expires_at = ? WHERE \(live) AND expiry_day = ?",
            StatementArguments(values + times + liveValues + day))
        if sameDay == 1 { return true }
        let otherDay = try change(
            "UPDATE sessions SET \(changes)renewed_at = ?, expires_at = ?, expiry_day = ? WHERE \(live)",
            StatementArguments(values + times + day + liveValues))
        return otherDay == 1
    }

    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        try change("UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL", [moment.stored, id.stored])
            == 1
    }

    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session] {
        // No identifier is greater than seventeen bytes of ones.
        try every(
            "SELECT \(columns) FROM sessions WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [accountID.stored, id?.stored ?? Data(repeating: 255, count: 17), max(0, limit)], read: session)
    }

    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        try change(
            """
            UPDATE sessions SET ended_at = ?
            WHERE account_id = ? AND ended_at IS NULL AND authenticated_at < ? AND id <> ?
            """,
            [
                moment.stored, accountID.stored, authenticatedBefore?.stored ?? Int64.max, kept?.stored ?? Data(),
            ])
    }

    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        // Every identifier is greater than no bytes at all.
        try every(
            """
            SELECT id, ended_at FROM sessions WHERE ended_at >= ? AND (ended_at > ? OR id > ?)
            ORDER BY ended_at, id LIMIT ?
            """,
            [moment.stored, moment.stored, id?.stored ?? Data(), max(0, limit)]
        ) { row in
            EndedSession(id: try row.identifier(0), endedAt: try row.time(1))
        }
    }

    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM sessions WHERE id IN
                (SELECT id FROM sessions WHERE expiry_day <= ? AND expires_at < ? ORDER BY expiry_day LIMIT ?)
            """, [moment.storedDay, moment.stored, max(0, limit)])
    }
}

private let columns = """
    id, account_id, client_id, platform, created_at, authenticated_at, counter, first_counter, used_counter, renewed_at,
    expires_at, ended_at
    """

private func session(_ row: Row) throws(StorageFailure) -> Session {
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
        let (day, rest) = stored.quotientAndRemainder(dividingBy: 86_400_000)
        return rest < 0 ? day - 1 : day
    }
}
