import AccountStorage
import Foundation
import HTTPServing
import SignInFlows
import Synchronization

/// Limits requests: by network and kind of route, and by session and account for people who are signed in.
final class RateLimiter: Sendable {
    /// A kind of budget and its kind of owner.
    private enum Table: Hashable {
        /// The share states the size of the network: 1 for one subscriber, more for a network of many.
        case network(NetworkBudget, share: Int)
        case session
        case sessionCheck
        case account(Purpose)
        case activity(AccountActivity)
    }

    /// The purpose of a request by somebody who is signed in.
    enum Purpose: Sendable {
        /// Anything without a budget of its own.
        case any
        /// Ending sessions, unlinking identities or deleting the account. This counts for the session only: a thief
        /// with another session of the account must not be able to use up the budget that the owner needs to lock the
        /// thief out.
        case end
        /// A proxy's check. It counts for a budget of its own: a page with many files must not use up the one that its
        /// reader needs to do something here.
        case check
        /// Changing the name. Each change adds a line to the audit, which is kept for more than a year by default.
        case rename
        /// Exporting all data of the account.
        case export
    }

    private let perMinute: Int
    private let backendPerMinute: Int
    private let maximumBuckets: Int
    private let now: @Sendable () -> Date
    private let tables = Mutex<[Table: BucketTable]>([:])

    /// Creates budgets with the two configured rates; 0 switches a limit off. A backend, and the server of an OpenID
    /// client, sends the requests of all its users from one address, so it has a rate of its own.
    init(
        perMinute: Int, backendPerMinute: Int = 0, maximumBuckets: Int = 20_000, now: @escaping @Sendable () -> Date
    ) {
        self.perMinute = perMinute
        self.backendPerMinute = backendPerMinute
        self.maximumBuckets = maximumBuckets
        self.now = now
    }

    /// The number of buckets in memory.
    var count: Int { tables.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// The whole seconds to wait if the network's budget is used up; `nil` otherwise. Takes nothing.
    func wait(_ budget: NetworkBudget, for address: NetworkAddress?) -> Int? {
        wait(for: owners(budget, address), takes: false)
    }

    /// Takes from the budgets of all networks that contain the address and returns `nil`, or returns the whole seconds
    /// to wait.
    func take(_ budget: NetworkBudget, for address: NetworkAddress?) -> Int? {
        wait(for: owners(budget, address), takes: true)
    }

    /// Takes from the budgets of a session and its account in the same way.
    func take(_ purpose: Purpose, for session: SignedInSession) -> Int? {
        let id = session.session.id.bytes
        return switch purpose {
        case .check: wait(for: [(.sessionCheck, id)], takes: true)
        case .end: wait(for: [(.session, id)], takes: true)
        case .any, .rename, .export:
            wait(for: [(.session, id), (.account(purpose), session.account.id.bytes)], takes: true)
        }
    }

    /// Takes from the budget of an activity of an account, or of an identity that was proven, in the same way.
    func take(_ activity: AccountActivity, of owner: [UInt8]) -> Int? {
        wait(for: [(.activity(activity), owner)], takes: true)
    }

    /// How many requests of one subscriber's network a budget allows in a minute; nil without a limit.
    func perMinute(_ budget: NetworkBudget) -> Int? {
        rate(of: .network(budget, share: 1)).map { Int(($0.perSecond * 60).rounded()) }
    }

    /// How often an account may do something in an hour; nil without a limit.
    func perHour(_ activity: AccountActivity) -> Int? { perHour(.activity(activity)) }

    /// How many requests for a purpose an account may send in an hour; nil without a limit.
    func perHour(_ purpose: Purpose) -> Int? { perHour(.account(purpose)) }

    private func perHour(_ table: Table) -> Int? {
        rate(of: table).map { Int(($0.perSecond * 3_600).rounded()) }
    }

    private func owners(_ budget: NetworkBudget, _ address: NetworkAddress?) -> [(table: Table, name: [UInt8])] {
        // All requests with an unknown address share the budget of one subscriber.
        let networks = address?.networks ?? [([], 1)]
        return networks.map { (.network(budget, share: $0.share), $0.prefix) }
    }

    /// Takes from all budgets or from none. A request that one budget refuses must not use up another one, which
    /// neighbours share.
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
        switch table {
        case .network(.backend, let share), .network(.openIDClient, let share):
            return backendPerMinute > 0 ? TokenBucket.Rate(perMinute: backendPerMinute * share) : nil
        default: return perMinute > 0 ? rateForPeople(table) : nil
        }
    }

    private func rateForPeople(_ table: Table) -> TokenBucket.Rate {
        switch table {
        // People who are signed in send more requests than people who are signing in.
        case .network(.account, let share): return TokenBucket.Rate(perMinute: 5 * perMinute * share)
        case .network(.unknownKeyNotification, let share): return TokenBucket.Rate(perMinute: 20 * perMinute * share)
        case .network(.sessionCheck, let share): return TokenBucket.Rate(perMinute: 50 * perMinute * share)
        case .sessionCheck: return TokenBucket.Rate(perMinute: 20 * perMinute)
        case .network(_, let share): return TokenBucket.Rate(perMinute: perMinute * share)
        case .session: return TokenBucket.Rate(perMinute: perMinute)
        case .account(.any), .account(.end), .account(.check): return TokenBucket.Rate(perMinute: 4 * perMinute)
        case .account(.rename): return TokenBucket.Rate(max(1, perMinute / 6), inSeconds: 3_600)
        case .activity(.signIn): return TokenBucket.Rate(perMinute, inSeconds: 3_600)
        case .activity(.clientSignIn): return TokenBucket.Rate(2 * perMinute, inSeconds: 3_600)
        case .activity(.linkBeginning), .activity(.handOff):
            return TokenBucket.Rate(max(1, perMinute / 2), inSeconds: 3_600)
        case .activity(.passwordChange): return TokenBucket.Rate(max(1, perMinute / 6), inSeconds: 3_600)
        case .account(.export): return TokenBucket.Rate(max(1, perMinute / 20), inSeconds: 3_600)
        }
    }
}
