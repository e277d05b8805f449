internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure) {
        try StoredText.check(entry.event, entry.reason, entry.client)
        try change(
            "INSERT INTO audit (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                entry.id.stored, entry.accountID?.stored, entry.event, entry.reason, entry.client,
                entry.platform.flatMap { platformCodes.firstIndex(of: $0) }, entry.sessionID?.stored,
                entry.occurredAt.stored,
            ])
    }

    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry] {
        // No identifier is greater than seventeen bytes of ones.
        try every(
            "SELECT \(columns) FROM audit WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [accountID.stored, id?.stored ?? Data(repeating: 255, count: 17), max(0, limit)], read: entry)
    }

    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        let counts = try every(
            """
            SELECT event, platform, count(*) FROM audit WHERE occurred_at >= ? AND occurred_at < ?
            GROUP BY event, platform
            """, [start.stored, end.stored]
        ) { row in
            AuditCount(
                event: try row.text(0), platform: try row.optionalChoice(1, among: platformCodes),
                count: Int(try row.integer(2)))
        }
        return counts.sorted(by: AuditCount.inOrder)
    }

    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try AuditEntry.refuseRemoval(before: moment, at: now)
        let isAnyOver = try first("SELECT 1 FROM audit WHERE occurred_at < ? LIMIT 1", [moment.stored]) { _ in true }
        guard isAnyOver != nil else { return 0 }
        // What the trigger asks for. Gone again before the commit, so that no other statement finds it.
        try change(
            "INSERT INTO audit_removals (written_before, named_at) VALUES (?, ?)", [moment.stored, now.stored])
        let removed = try change(
            "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE occurred_at < ? ORDER BY id LIMIT ?)",
            [moment.stored, max(0, limit)])
        try change("DELETE FROM audit_removals", [])
        return removed
    }
}

private let columns = "id, account_id, event, reason, client, platform, session_id, occurred_at"

private func entry(_ row: Row) throws(StorageFailure) -> AuditEntry {
    AuditEntry(
        id: try row.identifier(0), accountID: try row.optionalIdentifier(1), event: try row.text(2),
        reason: row.optionalText(3), client: row.optionalText(4),
        platform: try row.optionalChoice(5, among: platformCodes), sessionID: try row.optionalIdentifier(6),
        occurredAt: try row.time(7))
}
