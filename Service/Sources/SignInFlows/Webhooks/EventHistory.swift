package import AccountStorage
package import Foundation

/// What an operator sees and does about the events that are kept.
package struct EventHistory: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    private static let pageLength = 500

    /// How the telling stands.
    package func backlog() async throws(SignInError) -> AccountEventBacklog {
        try await environment.read { records in try records.countAccountEvents() }
    }

    /// At most `limit` events, the newest first.
    ///
    /// - Parameter state: only those; `nil` for all.
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

    /// Has an event told again; `false` when it is not kept any more.
    package func replay(_ id: AccountEventID) async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await environment.write { records in try records.renewAccountEvent(id, dueAt: now) }
    }

    /// Has every event told again that happened at or after `moment`, and says how many.
    ///
    /// - Parameter state: only those; `nil` for all but those that wait: they come anyway.
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
            // Identifiers begin with the time, so nothing younger comes on a later page.
            isOver = page.count < Self.pageLength || page.contains { $0.createdAt < moment }
            last = page.last?.id
        }
        return count
    }

    private func page(before id: AccountEventID?) async throws(SignInError) -> [AccountEvent] {
        try await environment.read { records in try records.findAccountEvents(before: id, limit: Self.pageLength) }
    }
}
