import AccountStorage
import Foundation
import HTTPServing
import SignInFlows
import Synchronization

/// Budgets of requests: by network and kind of route, and by session and account for whoever is signed in.
final class RateLimiter: Sendable {
    /// A budget, and whose it is.
    private enum Table: Hashable {
        /// The share says how wide the network is: 1 for a subscriber, more for networks of many.
        case network(NetworkBudget, share: Int)
        case session
        case account(Purpose)
    }

    /// What somebody who is signed in asks for.
    enum Purpose: Sendable {
        /// Anything without a budget of its own.
        case any
        /// To end sessions, ways in or the account. Only the session counts here: what a thief at another session of the account
        /// uses up must not keep its owner from putting the thief out.
        case end
        /// Another name. Each one is a line of the audit, which is kept for a year and more.
        case rename
        /// A copy of everything.
        case export
    }

    private let perMinute: Int
    private let backendPerMinute: Int
    private let maximumBuckets: Int
    private let now: @Sendable () -> Date
    private let tables = Mutex<[Table: BucketTable]>([:])

    /// Budgets from the two configured rates; 0 switches a limit off. A backend asks for all its users from one address,
    /// so it has a rate of its own.
    init(
        perMinute: Int, backendPerMinute: Int = 0, maximumBuckets: Int = 20_000, now: @escaping @Sendable () -> Date
    ) {
        self.perMinute = perMinute
        self.backendPerMinute = backendPerMinute
        self.maximumBuckets = maximumBuckets
        self.now = now
    }

    /// How many buckets are remembered.
    var count: Int { tables.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// In how many whole seconds to come back, where the network's budget is used up; takes nothing.
    func wait(_ budget: NetworkBudget, for address: NetworkAddress?) -> Int? {
        wait(for: owners(budget, address), takes: false)
    }

    /// Takes from the budgets of all networks that hold the address, or says in how many whole seconds to come back.
    func take(_ budget: NetworkBudget, for address: NetworkAddress?) -> Int? {
        wait(for: owners(budget, address), takes: true)
    }

    /// The same from the budgets of a session and its account.
    func take(_ purpose: Purpose, for session: SignedInSession) -> Int? {
        let account = purpose == .end ? [] : [(Table.account(purpose), session.account.id.bytes)]
        return wait(for: [(.session, session.session.id.bytes)] + account, takes: true)
    }

    private func owners(_ budget: NetworkBudget, _ address: NetworkAddress?) -> [(table: Table, name: [UInt8])] {
        // Requests whose address is unknown are one subscriber's.
        let networks = address?.networks ?? [([], 1)]
        return networks.map { (.network(budget, share: $0.share), $0.prefix) }
    }

    /// Takes from every budget or from none: who is refused for one must not use up another, which neighbours share.
    private func wait(for owners: [(table: Table, name: [UInt8])], takes: Bool) -> Int? {
        let time = now().timeIntervalSince1970
        return tables.withLock { tables in
            var longest: Double?
            for (table, name) in owners {
                guard let rate = rate(of: table) else { return nil }
                let wait = tables[table, default: BucketTable(rate, maximum: maximumBuckets)].wait(for: name, at: time)
                if let wait { longest = max(longest ?? 0, wait) }
            }
            if let longest { return max(1, Int(longest.rounded(.up))) }
            guard takes else { return nil }
            for (table, name) in owners { _ = tables[table]?.take(for: name, at: time) }
            return nil
        }
    }

    private func rate(of table: Table) -> TokenBucket.Rate? {
        if case .network(.backend, let share) = table {
            return backendPerMinute > 0 ? TokenBucket.Rate(perMinute: backendPerMinute * share) : nil
        }
        guard perMinute > 0 else { return nil }
        switch table {
        // Pages and apps of people who are signed in ask more often than people sign in.
        case .network(.account, let share): return TokenBucket.Rate(perMinute: 5 * perMinute * share)
        case .network(_, let share): return TokenBucket.Rate(perMinute: perMinute * share)
        case .session: return TokenBucket.Rate(perMinute: perMinute)
        case .account(.any), .account(.end): return TokenBucket.Rate(perMinute: 4 * perMinute)
        case .account(.rename): return TokenBucket.Rate(max(1, perMinute / 6), inSeconds: 3_600)
        case .account(.export): return TokenBucket.Rate(max(1, perMinute / 20), inSeconds: 3_600)
        }
    }
}
