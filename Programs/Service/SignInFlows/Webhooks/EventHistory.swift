package import AccountStorage
package import Foundation

/// Lists and replays stored events, for operators.
package struct EventHistory: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    private static let pageLength = 500

    /// How many events are waiting, and how many were given up.
    package func backlog() async throws(SignInError) -> AccountEventBacklog {
        try await environment.read { records in try records.countAccountEvents() }
    }

    /// At most `limit` events, newest first.
    ///
    /// - Parameter state: the state of the events to list; `nil` for all.
    package func list(_ state: AccountEvent.State?, limit: Int) async throws(SignInError) -> [AccountEvent] {
        var found: [AccountEvent] = []
        var last: AccountEventID?
        while found.count < limit {
            let page = try await page(before: last)
            found += page.filter { state == nil || $0.state == state }
            guard page.count == Self.pageLength else { break }
            last = page.last?.id
        }
        return Array(found.prefix(limit))
    }

    /// Schedules an event to be sent again; `false` if it is no longer stored.
    package func replay(_ id: AccountEventID) async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await environment.write { records in try records.renewAccountEvent(id, dueAt: now) }
    }

    /// Schedules every event since `moment` to be sent again, and returns how many.
    ///
    /// - Parameter state: the state of the events to send; `nil` for all except waiting ones, which will be sent
    ///   anyway.
    package func replay(since moment: Date, _ state: AccountEvent.State? = nil) async throws(SignInError) -> Int {
        let now = environment.instant
        var (count, last, isOver) = (0, AccountEventID?.none, false)
        while !isOver {
            let page = try await page(before: last)
            let chosen = page.filter { event in
                event.createdAt >= moment && (state.map { $0 == event.state } ?? (event.state != .waiting))
            }.map(\.id)
            count += try await environment.write { records in
                for id in chosen { _ = try records.renewAccountEvent(id, dueAt: now) }
                return chosen.count
            }
            // Identifiers begin with the time, so later pages hold only older events.
            isOver = page.count < Self.pageLength || page.contains { $0.createdAt < moment }
            last = page.last?.id
        }
        return count
    }

    private func page(before id: AccountEventID?) async throws(SignInError) -> [AccountEvent] {
        try await environment.read { records in try records.findAccountEvents(before: id, limit: Self.pageLength) }
    }
}
