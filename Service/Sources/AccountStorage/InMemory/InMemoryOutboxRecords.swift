internal import Foundation

extension InMemoryTransaction {
    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) {
        try StoredText.check(item.clientID, item.lastCode)
        var item = item
        item.createdAt = item.createdAt.inWholeMilliseconds
        item.dueAt = item.dueAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.outbox[item.id] == nil else { throw .conflict }
            rows.outbox[item.id] = item
        }
    }

    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem? {
        try read { $0.outbox[id] }
    }

    func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            let due = rows.outbox.values.filter { $0.dueAt <= moment }
                .sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }.prefix(max(0, limit))
            return due.map { item in
                var taken = item
                taken.attempts += 1
                taken.dueAt = returnsAt.inWholeMilliseconds
                rows.outbox[item.id] = taken
                return taken
            }
        }
    }

    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String
    ) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try change { rows in
            guard var item = rows.outbox[id] else { return false }
            (item.dueAt, item.isAsked, item.lastCode) = (dueAt.inWholeMilliseconds, isAsked, code)
            rows.outbox[id] = item
            return true
        }
    }

    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool {
        try change { $0.outbox.removeValue(forKey: id) != nil }
    }

    func removeOutboxItems(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change { rows in
            let before = rows.outbox.count
            rows.outbox = rows.outbox.filter { $0.value.identityID != identityID }
            return before - rows.outbox.count
        }
    }

    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog {
        try read { OutboxBacklog(count: $0.outbox.count, oldestAt: $0.outbox.values.map(\.createdAt).min()) }
    }
}
