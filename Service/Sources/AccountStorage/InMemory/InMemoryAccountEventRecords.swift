internal import Foundation

extension InMemoryTransaction {
    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) {
        try StoredText.check(event.kind, event.body, event.lastCode)
        var event = event
        event.createdAt = event.createdAt.inWholeMilliseconds
        event.dueAt = event.dueAt?.inWholeMilliseconds
        event.deliveredAt = event.deliveredAt?.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.events[event.id] == nil else { throw .conflict }
            rows.events[event.id] = event
        }
    }

    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent? {
        try read { $0.events[id] }
    }

    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent] {
        try read { rows in
            let found = rows.events.values.filter { event in id.map { event.id < $0 } ?? true }
            return Array(found.sorted { $0.id > $1.id }.prefix(max(0, limit)))
        }
    }

    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            let due = rows.events.values.compactMap { event in event.dueAt.map { (dueAt: $0, event: event) } }
                .filter { $0.dueAt <= moment }
                .sorted { ($0.dueAt, $0.event.id) < ($1.dueAt, $1.event.id) }.prefix(max(0, limit))
            return due.map { found in
                var taken = found.event
                taken.attempts += 1
                taken.dueAt = returnsAt.inWholeMilliseconds
                rows.events[taken.id] = taken
                return taken
            }
        }
    }

    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try edit(id) { event in
            guard event.dueAt != nil else { return false }
            (event.dueAt, event.lastCode) = (dueAt.inWholeMilliseconds, code)
            return true
        }
    }

    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try edit(id) { event in
            (event.dueAt, event.deliveredAt, event.lastCode) = (nil, moment.inWholeMilliseconds, code)
            return true
        }
    }

    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool {
        try StoredText.check(code)
        return try edit(id) { event in
            guard event.dueAt != nil else { return false }
            (event.dueAt, event.lastCode) = (nil, code)
            return true
        }
    }

    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool {
        try edit(id) { event in
            (event.dueAt, event.deliveredAt, event.lastCode) = (dueAt.inWholeMilliseconds, nil, nil)
            event.attempts = 0
            return true
        }
    }

    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog {
        try read { rows in
            let waiting = rows.events.values.filter { $0.state == .waiting }
            return AccountEventBacklog(
                waiting: waiting.count, oldestAt: waiting.map(\.createdAt).min(),
                givenUp: rows.events.values.count { $0.state == .givenUp })
        }
    }

    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.events.removeFirst(limit) { $0.createdAt < moment } }
    }

    private func edit(_ id: AccountEventID, _ work: (inout AccountEvent) -> Bool) throws(StorageFailure) -> Bool {
        try change { rows in
            guard var event = rows.events[id], work(&event) else { return false }
            rows.events[id] = event
            return true
        }
    }
}
