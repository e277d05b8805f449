import Foundation
import SignInAPI
import Synchronization

/// Budgets by subscriber and group of routes, in bounded memory.
final class RateLimiter: Sendable {
    /// Routes that share a budget.
    enum Group: String, Sendable {
        case start, callback, native, session, backend, password, mail
        /// Posts to Apple's address that were not Apple's. Only they are counted, so that no burst of Apple's is refused.
        case foreignNotification

        init?(path: String) {
            switch path {
            case Paths.webSignIn, Paths.nativeAttempts, Paths.webLink, Paths.webAccountLink,
                Paths.accountPasswordUpgrade, Paths.webAccountUpgrade:
                self = .start
            case Paths.webCallback, Paths.webQuestion: self = .callback
            case Paths.nativeSignIn, Paths.nativeAnswers: self = .native
            case Paths.backendAccount, Paths.backendName, Paths.backendDisable, Paths.backendEnable,
                Paths.backendDelete, Paths.backendRecover, Paths.linkTickets:
                self = .backend
            case Paths.sessionRefresh: self = .session
            case Paths.passwordSignIn, Paths.passwordReset, Paths.accountPassword, Paths.webPasswordSignIn,
                Paths.webPasswordReset, Paths.webAccountPassword:
                self = .password
            case Paths.passwordResetRequests, Paths.webPasswordForgotten: self = .mail
            default: return nil
            }
        }
    }

    private struct Key: Hashable {
        let group: Group
        /// Empty for requests whose address is unknown, and for all that no longer fit.
        let subscriber: [UInt8]
    }

    /// A backend asks for all its users from one address, so it has a rate of its own; nil switches a limit off.
    private let rates: (people: TokenBucket.Rate?, backend: TokenBucket.Rate?)
    private let maximumBuckets: Int
    private let now: @Sendable () -> Date
    private let buckets = Mutex<[Key: TokenBucket]>([:])

    init(
        perMinute: Int, backendPerMinute: Int = 0, maximumBuckets: Int = 20_000, now: @escaping @Sendable () -> Date
    ) {
        let rate = { $0 > 0 ? TokenBucket.Rate(perMinute: $0) : nil }
        rates = (rate(perMinute), rate(backendPerMinute))
        self.maximumBuckets = maximumBuckets
        self.now = now
    }

    /// In how many whole seconds to come back, where the subscriber's budget is used up; takes nothing.
    func wait(_ group: Group, for address: NetworkAddress?) -> Int? {
        guard let rate = rate(of: group) else { return nil }
        let time = now().timeIntervalSince1970
        return buckets.withLock { buckets in
            var bucket = buckets[Key(group: group, subscriber: address?.subscriber ?? [])]
            return bucket?.take(rate, at: time).map { max(1, Int($0.rounded(.up))) }
        }
    }

    /// Takes from the subscriber's budget, or says in how many whole seconds to come back.
    func take(_ group: Group, for address: NetworkAddress?) -> Int? {
        guard let rate = rate(of: group) else { return nil }
        let time = now().timeIntervalSince1970
        return buckets.withLock { buckets in
            let key = room(for: Key(group: group, subscriber: address?.subscriber ?? []), in: &buckets, at: time)
            let wait = buckets[key, default: TokenBucket(rate, at: time)].take(rate, at: time)
            return wait.map { max(1, Int($0.rounded(.up))) }
        }
    }

    private func rate(of group: Group) -> TokenBucket.Rate? {
        group == .backend ? rates.backend : rates.people
    }

    /// How many subscribers are remembered.
    var count: Int { buckets.withLock { $0.count } }

    /// When the table is full, full buckets are forgotten; if none was, newcomers share one budget.
    private func room(for key: Key, in buckets: inout [Key: TokenBucket], at time: Double) -> Key {
        guard buckets[key] == nil, buckets.count >= maximumBuckets else { return key }
        for (other, bucket) in buckets {
            var bucket = bucket
            if let rate = rate(of: other.group), bucket.isFull(rate, at: time) { buckets[other] = nil }
        }
        return buckets.count < maximumBuckets ? key : Key(group: key.group, subscriber: [])
    }
}
