public import Foundation
import JSONWebTokens

/// Apple's public keys, fetched when they are needed: one fetch at a time, whatever the load.
///
/// Readers take an immutable set under a lock held for a moment. A failed fetch never empties it, a good one replaces it
/// whole, so that a withdrawn key is gone at once.
public final class AppleKeySet: Sendable {
    private let url: String
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let policy: KeyRefreshPolicy
    private let jitter: @Sendable () -> Double
    private let state = Guarded(State())

    private struct State: Sendable {
        var keys: JSONWebKeySet?
        var history = KeyFetchHistory()
        var fetch: Task<AppleCallFailure?, Never>?
    }

    /// Keys at that address; nothing is fetched yet.
    /// - Parameters:
    ///   - url: the address of the key set, from `AppleEndpoints`.
    ///   - jitter: a number from 0 to 1 for each failed fetch, which spreads the next attempts.
    public init(
        url: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
        policy: KeyRefreshPolicy = .standard,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.url = url
        self.transport = transport
        self.now = now
        self.policy = policy
        self.jitter = jitter
    }

    /// When the set at hand was fetched; its age is worth a metric.
    public var fetchedAt: Date? {
        state.access { $0.history.fetchedAt }
    }

    /// Fetches the keys if none are at hand or they are due: at start, so that the first person need not wait.
    public func fetchIfDue() async throws(AppleCallFailure) {
        _ = try await keys(forKeyID: nil)
    }

    /// The set to judge a token by. If it lacks the key after this, the key is unknown at Apple.
    /// - Parameter keyID: the token's `kid`; `nil` asks for any set.
    func keys(forKeyID keyID: String?) async throws(AppleCallFailure) -> JSONWebKeySet {
        let failure: AppleCallFailure?
        switch plan(forKeyID: keyID, mayFetch: true) {
        case .use(let keys): return keys
        case .unavailable(let failure): throw failure
        case .wait(let fetch): failure = await fetch.value
        }
        // A failed fetch still leaves the last good set for the keys that it holds, and for no others.
        switch plan(forKeyID: keyID, mayFetch: false) {
        case .use(let keys): return keys
        case .unavailable(let later): throw failure ?? later
        case .wait: throw failure ?? .unavailable(reason: .keysUnavailable, retryAfter: 1)
        }
    }

    private enum Plan {
        case use(JSONWebKeySet)
        case wait(Task<AppleCallFailure?, Never>)
        case unavailable(AppleCallFailure)
    }

    private func plan(forKeyID keyID: String?, mayFetch: Bool) -> Plan {
        let now = now()
        return state.access { state in
            let isKnown = state.keys.map { Self.isKnown(keyID, in: $0) } ?? false
            switch (policy.decide(state.history, isKeyKnown: isKnown, at: now), state.keys) {
            case (.use, let keys?):
                return .use(keys)
            case (.unavailable(let seconds), _):
                return .unavailable(.unavailable(reason: .keysUnavailable, retryAfter: seconds))
            case (.fetch, let keys?) where !mayFetch && state.history.failures == 0:
                return .use(keys)
            case (.fetch, _) where !mayFetch, (.use, nil):
                return .unavailable(.unavailable(reason: .keysUnavailable, retryAfter: 1))
            case (.fetch, _):
                if let fetch = state.fetch { return .wait(fetch) }
                // A task of its own: whoever gives up waiting does not take the fetch away from the others.
                let fetch = Task { await self.fetch() }
                state.fetch = fetch
                return .wait(fetch)
            }
        }
    }

    private static func isKnown(_ keyID: String?, in keys: JSONWebKeySet) -> Bool {
        guard let keyID else { return true }
        return keys.key(withID: keyID, algorithm: .rs256) != nil
    }

    private func fetch() async -> AppleCallFailure? {
        let outcome = await KeySetFetch(url: url, transport: transport).run()
        let (now, jitter) = (now(), jitter())
        return state.access { state in
            state.fetch = nil
            state.history.lastAttemptAt = now
            switch outcome {
            case .success(let fetched):
                state.keys = fetched.keys
                let lifetime = policy.lifetime(maximumAge: fetched.maximumAge)
                state.history = KeyFetchHistory(
                    fetchedAt: now, freshUntil: now.addingTimeInterval(lifetime), lastAttemptAt: now)
                return nil
            case .failure(let failure):
                state.history.failures += 1
                let wait = policy.backOff(failures: state.history.failures, jitter: jitter)
                state.history.retryAt = now.addingTimeInterval(wait)
                return failure
            }
        }
    }
}
