internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure) {
        try StoredText.check(entry.event, entry.reason, entry.client)
        try insertNew(
            """
            INSERT INTO audit (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(entry.id), .identifier(entry.accountID), .text(entry.event), .text(entry.reason),
                .text(entry.client), .code(entry.platform.flatMap { platformCodes.firstIndex(of: $0) }),
                .identifier(entry.sessionID), .time(entry.occurredAt),
            ])
    }

    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry] {
        try every(
            "SELECT \(columns) FROM audit WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            [.identifier(accountID), .upTo(id), .integer(max(0, limit))], read: entry)
    }

    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        let counts = try every(
            """
            SELECT event, platform, count(*) FROM audit WHERE occurred_at >= $1 AND occurred_at < $2
            GROUP BY event, platform
            """, [.time(start), .time(end)]
        ) { row throws(StorageFailure) in
            AuditCount(
                event: try row.text(0), platform: try row.optionalChoice(1, among: platformCodes),
                count: Int(try row.integer(2)))
        }
        return counts.sorted(by: AuditCount.inOrder)
    }

    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try AuditEntry.refuseRemoval(before: moment, at: now)
        let isAnyOver = try first(
            "SELECT 1 FROM audit WHERE occurred_at < $1 LIMIT 1", [.time(moment)]
        ) { _ throws(StorageFailure) in true }
        guard isAnyOver != nil else { return 0 }
        // What the trigger asks for. Gone again before the commit, so that no other statement finds it.
        try change(
            "INSERT INTO audit_removals (written_before, named_at) VALUES ($1, $2)", [.time(moment), .time(now)])
        let removed = try change(
            "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE occurred_at < $1 ORDER BY id LIMIT $2)",
            [.time(moment), .integer(max(0, limit))])
        try change("DELETE FROM audit_removals", [])
        return removed
    }
}

private let columns = "id, account_id, event, reason, client, platform, session_id, occurred_at"

private func entry(_ row: PostgreSQLRow) throws(StorageFailure) -> AuditEntry {
    AuditEntry(
        id: try row.identifier(0), accountID: try row.optionalIdentifier(1), event: try row.text(2),
        reason: row.optionalText(3), client: row.optionalText(4),
        platform: try row.optionalChoice(5, among: platformCodes), sessionID: try row.optionalIdentifier(6),
        occurredAt: try row.time(7))
}
