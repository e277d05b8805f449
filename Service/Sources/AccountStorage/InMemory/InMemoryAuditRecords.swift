internal import Foundation

extension InMemoryTransaction {
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure) {
        try StoredText.check(entry.event, entry.reason, entry.client)
        var entry = entry
        entry.occurredAt = entry.occurredAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.audit[entry.id] == nil else { throw .conflict }
            rows.audit[entry.id] = entry
        }
    }

    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry] {
        try read { rows in
            let found = rows.audit.values.filter { entry in
                entry.accountID == accountID && (id.map { entry.id < $0 } ?? true)
            }
            return Array(found.sorted { $0.id > $1.id }.prefix(max(0, limit)))
        }
    }

    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        struct Key: Hashable {
            let event: String
            let platform: Platform?
        }
        let (start, end) = (start.inWholeMilliseconds, end.inWholeMilliseconds)
        return try read { rows in
            let counted = rows.audit.values.filter { start <= $0.occurredAt && $0.occurredAt < end }
            let groups = Dictionary(grouping: counted) { Key(event: $0.event, platform: $0.platform) }
            return groups.map { AuditCount(event: $0.key.event, platform: $0.key.platform, count: $0.value.count) }
                .sorted(by: AuditCount.inOrder)
        }
    }

    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try AuditEntry.refuseRemoval(before: moment, at: now)
        let moment = moment.inWholeMilliseconds
        return try change { $0.audit.removeFirst(limit) { $0.occurredAt < moment } }
    }
}
