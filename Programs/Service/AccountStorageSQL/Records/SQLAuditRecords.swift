package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordAudit(_ entry: AuditEntry) throws(StorageFailure) {
        try insertNew(.insert, values(entry))
    }

    package func recordAudit(required entry: AuditEntry) throws(StorageFailure) {
        try require(.insertRequired, values(entry))
    }

    package func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry] {
        try every(
            .findOfAccount, [.identifier(accountID), .before(id), .limit(limit)]
        ) { row throws(StorageFailure) in
            AuditEntry(
                id: try row.identifier(), accountID: try row.optionalIdentifier(), event: try row.text(),
                reason: row.optionalText(), client: row.optionalText(),
                platform: try row.optionalCode(among: platformCodes), sessionID: try row.optionalIdentifier(),
                occurredAt: try row.time())
        }
    }

    package func findAuditTime(from moment: Date) throws(StorageFailure) -> Date? {
        let start: [SQLValue] = [.identifier(AuditEntryID.first(at: moment))]
        let found: AuditEntryID? = try first(.findFirst, start) { row throws(StorageFailure) in
            try row.identifier()
        }
        return found?.time
    }

    package func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        let range: [SQLValue] = [
            .identifier(AuditEntryID.first(at: start)), .identifier(AuditEntryID.first(at: end)),
        ]
        let counts = try every(.count, range) { row throws(StorageFailure) in
            AuditCount(
                event: try row.text(), platform: try row.optionalCode(among: platformCodes),
                client: row.optionalText(), reason: row.optionalText(), count: try row.count())
        }
        return counts.sorted(by: AuditCount.inOrder)
    }

    package func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try AuditEntry.refuseRemoval(before: moment, at: now)
        let old: [SQLValue] = [.time(moment), .identifier(AuditEntryID.first(at: moment))]
        guard try first(.findOld, old, read: { _ throws(StorageFailure) in true }) != nil else { return 0 }
        // The trigger requires this row. It is deleted before the commit, so that no other transaction sees it.
        try change(.allowRemoval, [.time(moment), .time(now)])
        let removed = try change(.removeOld, old + [.limit(limit)])
        try change(.forbidRemoval, [])
        return removed
    }
}

extension SQLStatement {
    fileprivate static let insert = audit.insert
    fileprivate static let insertRequired = audit.insertRequired
    fileprivate static let findOfAccount = audit.select("WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
    fileprivate static let findFirst = SQLStatement("SELECT id FROM audit WHERE id >= $1 ORDER BY id LIMIT 1")
    fileprivate static let count = SQLStatement(
        """
        SELECT event, platform, client, reason, count(*) FROM audit WHERE id >= $1 AND id < $2
        GROUP BY event, platform, client, reason
        """)
    fileprivate static let findOld = SQLStatement("SELECT 1 FROM audit WHERE id < $2 AND occurred_at < $1 LIMIT 1")
    fileprivate static let allowRemoval = SQLStatement(
        "INSERT INTO audit_removals (written_before, named_at) VALUES ($1, $2)")
    fileprivate static let removeOld = audit.delete(
        "WHERE id IN (SELECT id FROM audit WHERE id < $2 AND occurred_at < $1 ORDER BY id LIMIT $3)")
    fileprivate static let forbidRemoval = SQLStatement("DELETE FROM audit_removals")
}

private let audit = SQLTable(
    name: "audit", columns: "id, account_id, event, reason, client, platform, session_id, occurred_at")

private func values(_ entry: AuditEntry) -> [SQLValue] {
    [
        .identifier(entry.id), .identifier(entry.accountID), .text(entry.event), .text(entry.reason),
        .text(entry.client), .code(entry.platform.flatMap { platformCodes.firstIndex(of: $0) }),
        .identifier(entry.sessionID), .time(entry.occurredAt),
    ]
}
