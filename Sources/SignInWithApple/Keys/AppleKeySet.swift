import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Apple's public keys, fetched when they are needed: one fetch at a time, whatever the load.
///
/// Readers take an immutable set under a lock held for a moment. A failed fetch never empties it, a good one replaces it
/// whole, so that a withdrawn key is gone at once.
public final class AppleKeySet: Sendable {
    /// Whose keys these are: Apple, or an emulator. Who verifies with them takes the issuer from here, too.
    public let endpoints: AppleEndpoints
    private let source: KeySetFetch
    private let now: @Sendable () -> Date
    private let policy: KeyRefreshPolicy
    private let jitter: @Sendable () -> Double
    private let store: (any KeySetStore)?
    private let observe: @Sendable (KeySetEvent) -> Void
    private let state = Guarded(State())

    private struct State: Sendable {
        var keys: JSONWebKeySet?
        var history = KeyFetchHistory()
        /// What the set before had and the set at hand lacks.
        var removed: Set<String> = []
        var fetch: RunningFetch?
        /// Fetches begun, and the number of the one that brought the set at hand.
        var fetches = 0
        var lastGoodFetch = 0
        var arrivals = TokenArrivals()
        var restoration: Task<Void, Never>?
        var saving: Task<Void, Never>?
    }

    private struct RunningFetch: Sendable {
        let number: Int
        let beganAt: Date
        let task: Task<AppleCallFailure?, Never>
    }

    /// The keys of those endpoints; nothing is fetched yet.
    /// - Parameters:
    ///   - endpoints: Apple, or an emulator; said here once for all who verify with these keys.
    ///   - transport: the way out.
    ///   - now: the clock by which keys age.
    ///   - policy: when keys are fetched.
    ///   - jitter: a number from 0 to 1 for each failed fetch, which spreads the next attempts.
    ///   - store: keeps the last good set over a restart.
    ///   - observe: called with what happens, for metrics.
    public init(
        endpoints: AppleEndpoints = .apple, transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date = { Date() },
        policy: KeyRefreshPolicy = .standard,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        store: (any KeySetStore)? = nil, observe: @escaping @Sendable (KeySetEvent) -> Void = { _ in }
    ) {
        self.endpoints = endpoints
        source = KeySetFetch(url: endpoints.keys, transport: transport)
        self.now = now
        self.policy = policy
        self.jitter = jitter
        self.store = store
        self.observe = observe
    }

    /// When the set at hand was fetched; its age is worth a metric.
    public var fetchedAt: Date? {
        state.access { $0.history.fetchedAt }
    }

    /// The headers that Apple writes for the keys at hand, however old these are.
    var knownHeaders: KnownHeaders { state.access { $0.keys?.knownHeaders } ?? .none }

    /// Fetches the keys if none are at hand or they are due, and waits for that: at start, so that the first person need not
    /// wait, and from a timer, so that a service that nobody used for a while does not begin with an old set.
    ///
    /// Throws where no usable set is at hand afterwards.
    public func fetchIfDue() async throws(AppleCallFailure) {
        _ = try await keys(forKeyID: nil)
        await fetched()
    }

    /// The set to judge a token by. If it lacks the key after this, Apple does not have the key, by a fetch that began after
    /// the token came.
    /// - Parameters:
    ///   - keyID: the token's `kid`; `nil` asks for any set.
    ///   - token: recognises the token when it comes again; `nil` for a question without a token.
    func keys(forKeyID keyID: String?, token: TokenMark? = nil) async throws(AppleCallFailure) -> JSONWebKeySet {
        await restoration()?.value
        var failure: AppleCallFailure?
        let question = Question(keyID: keyID, token: token, fetchesBefore: state.access { $0.fetches })
        // A failed fetch still leaves the last good set for the keys that it holds, and for no others. The third turn is
        // for those who waited for a fetch that another one replaced.
        for turn in 0..<3 {
            switch plan(question, mayFetch: turn == 0) {
            case .use(let keys, let event): return noting(event, keys)
            case .unavailable(let later, let event): throw noting(event, failure ?? later)
            case .wait(let fetch): failure = await fetch.value
            }
        }
        throw failure ?? .unavailable(reason: .keysUnavailable, retryAfter: 1)
    }

    private func noting<Value>(_ event: KeySetEvent?, _ value: Value) -> Value {
        if let event { observe(event) }
        return value
    }
}

// MARK: What to do about one token

extension AppleKeySet {
    private enum Plan {
        case use(JSONWebKeySet, KeySetEvent?)
        case wait(Task<AppleCallFailure?, Never>)
        case unavailable(AppleCallFailure, KeySetEvent?)
    }

    /// What is asked about one token.
    private struct Question {
        let keyID: String?
        let token: TokenMark?
        /// Fetches that had begun when the token came: only a later one decides about a key that nobody knows.
        let fetchesBefore: Int
    }

    private func plan(_ question: Question, mayFetch: Bool) -> Plan {
        let now = now()
        let (plan, isAbandoned) = state.access { state -> (Plan, Bool) in
            guard let keys = state.keys else { return fetchOrWait(&state, mayFetch: mayFetch, at: now) }
            let isKnown = Self.isKnown(question.keyID, in: keys)
            switch policy.decide(state.history, isKeyKnown: isKnown, at: now) {
            case .use: return (use(keys, state, at: now), false)
            case .useAndFetch:
                let isAbandoned = mayFetch && isFree(state, at: now) && begin(&state, at: now).isAbandoned
                return (use(keys, state, at: now), isAbandoned)
            case .unavailable(let seconds):
                return (.unavailable(.unavailable(reason: .keysUnavailable, retryAfter: seconds), nil), false)
            case .undecided(let seconds):
                return (judge(question, by: keys, &state, retryAfter: seconds), false)
            case .fetch:
                guard !isKnown, state.history.failures == 0 else {
                    return fetchOrWait(&state, mayFetch: mayFetch, at: now)
                }
                if !mayFetch || isDecided(question, &state) {
                    return (judge(question, by: keys, &state, retryAfter: 1), false)
                }
                return fetchOrWait(&state, mayFetch: mayFetch, at: now)
            }
        }
        if isAbandoned { observe(.fetchAbandoned) }
        return plan
    }

    private func fetchOrWait(_ state: inout State, mayFetch: Bool, at now: Date) -> (Plan, Bool) {
        if state.keys == nil, case .unavailable(let seconds) = policy.decide(state.history, isKeyKnown: false, at: now)
        {
            return (.unavailable(.unavailable(reason: .keysUnavailable, retryAfter: seconds), nil), false)
        }
        if let running = state.fetch, !isFree(state, at: now) { return (.wait(running.task), false) }
        guard mayFetch else {
            return (.unavailable(.unavailable(reason: .keysUnavailable, retryAfter: 1), nil), false)
        }
        let begun = begin(&state, at: now)
        return (.wait(begun.task), begun.isAbandoned)
    }

    /// Judges by a set that holds the key.
    private func use(_ keys: JSONWebKeySet, _ state: State, at now: Date) -> Plan {
        guard let fetchedAt = state.history.fetchedAt, let freshUntil = state.history.freshUntil, now >= freshUntil
        else { return .use(keys, nil) }
        return .use(keys, .servedStale(age: now.timeIntervalSince(fetchedAt)))
    }

    /// Judges by a set that lacks the key. Apple may have published it since, so only a fetch that began after the token came
    /// refuses the token; until then nobody can tell.
    ///
    /// A key that the set before had was withdrawn, or Apple's servers disagree for a while: its tokens are not accepted, and
    /// not called forged either.
    private func judge(
        _ question: Question, by keys: JSONWebKeySet, _ state: inout State, retryAfter seconds: Int
    ) -> Plan {
        if isDecided(question, &state) { return .use(keys, .unknownKey) }
        let isDisputed = isDisputed(question, state)
        let event: KeySetEvent = isDisputed ? .keyDisputed : .keyNotDecided
        let reason: AppleFailureCode = isDisputed ? .keyDisputed : .keyNotDecided
        return .unavailable(.unavailable(reason: reason, retryAfter: seconds), event)
    }

    /// Whether the set at hand comes of a fetch that began after the token came for the first time.
    private func isDecided(_ question: Question, _ state: inout State) -> Bool {
        let before = state.arrivals.fetchesBefore(question.token, now: question.fetchesBefore)
        return state.lastGoodFetch > before && !isDisputed(question, state)
    }

    private func isDisputed(_ question: Question, _ state: State) -> Bool {
        question.keyID.map { state.removed.contains($0) } ?? false
    }

    /// Whether a fetch may begin: none is under way, or only one that should have ended long ago.
    private func isFree(_ state: State, at now: Date) -> Bool {
        state.fetch.map { source.isOverdue(since: $0.beganAt, at: now) } ?? true
    }

    private static func isKnown(_ keyID: String?, in keys: JSONWebKeySet) -> Bool {
        guard let keyID else { return true }
        return keys.key(withID: keyID, algorithm: .rs256) != nil
    }
}

// MARK: One fetch

extension AppleKeySet {
    /// A task of its own: whoever gives up waiting does not take the fetch away from the others.
    private func begin(
        _ state: inout State, at now: Date
    ) -> (task: Task<AppleCallFailure?, Never>, isAbandoned: Bool) {
        let isAbandoned = state.fetch != nil
        state.fetches += 1
        let number = state.fetches
        let task = Task { await self.fetch(number) }
        state.fetch = RunningFetch(number: number, beganAt: now, task: task)
        return (task, isAbandoned)
    }

    /// Returns when no fetch is under way: for tests, which count them.
    func fetched() async {
        while let fetch = state.access({ $0.fetch }) { _ = await fetch.task.value }
    }

    private func fetch(_ number: Int) async -> AppleCallFailure? {
        let outcome = await source.run()
        let (now, jitter) = (now(), jitter())
        let event = state.access { state -> KeySetEvent? in
            // One that was given up on may bring an older set than the one at hand.
            guard state.fetch?.number == number else { return nil }
            state.fetch = nil
            switch outcome {
            case .success(let fetched):
                let event = KeySetEvent.fetched(adopt(fetched, fetchedAt: now, &state))
                state.history.lastAttemptAt = now
                state.lastGoodFetch = number
                save(fetched, fetchedAt: now, &state)
                return event
            case .failure(let failure):
                state.history.lastAttemptAt = now
                state.history.failures += 1
                let failures = state.history.failures
                let wait = policy.backOff(failures: failures, jitter: jitter, asked: failure.retryAfter)
                state.history.retryAt = now.addingTimeInterval(wait)
                return .fetchFailed(failure, failures: failures, retryAfter: wait)
            }
        }
        if let event { observe(event) }
        guard case .failure(let failure) = outcome else { return nil }
        return failure
    }

    private func adopt(_ fetched: KeySetFetch.Fetched, fetchedAt: Date, _ state: inout State) -> FetchedKeys {
        let before = (state.keys?.keys ?? []).compactMap(\.keyID)
        let after = fetched.keys.keys.compactMap(\.keyID)
        let lifetime = policy.lifetime(maximumAge: fetched.maximumAge)
        let removed = before.filter { !after.contains($0) }
        state.keys = fetched.keys
        state.removed = Set(removed)
        state.history = KeyFetchHistory(fetchedAt: fetchedAt, freshUntil: fetchedAt.addingTimeInterval(lifetime))
        return FetchedKeys(
            keyIDs: after, added: after.filter { !before.contains($0) }, removed: removed,
            skipped: fetched.keys.skipped.count, lifetime: lifetime)
    }
}

// MARK: Over a restart

extension AppleKeySet {
    /// The one reading of the store, while it is under way.
    private func restoration() -> Task<Void, Never>? {
        guard let store else { return nil }
        return state.access { state in
            if let restoration = state.restoration { return restoration }
            let restoration = Task { await self.restore(from: store) }
            state.restoration = restoration
            return restoration
        }
    }

    private func restore(from store: any KeySetStore) async {
        let stored: StoredKeySet?
        do {
            stored = try await store.load()
        } catch {
            return observe(.loadFailed)
        }
        guard let stored else { return }
        let now = now()
        let lifetime = policy.lifetime(maximumAge: stored.maximumAge)
        let end = stored.fetchedAt.addingTimeInterval(lifetime + policy.grace)
        guard stored.url == source.url, stored.fetchedAt <= now, now < end,
            case .success(let fetched) = KeySetFetch.decode(stored)
        else { return observe(.storedSetRefused) }
        state.access { _ = adopt(fetched, fetchedAt: stored.fetchedAt, &$0) }
        observe(.restored(age: now.timeIntervalSince(stored.fetchedAt)))
    }

    /// One after the other, so that the last set stays; nobody waits for it.
    private func save(_ fetched: KeySetFetch.Fetched, fetchedAt: Date, _ state: inout State) {
        guard let store else { return }
        let set = StoredKeySet(
            url: source.url, fetchedAt: fetchedAt, maximumAge: fetched.maximumAge, body: fetched.body)
        state.saving = Task { [before = state.saving, observe] in
            await before?.value
            do {
                try await store.save(set)
            } catch {
                observe(.saveFailed)
            }
        }
    }

    /// Returns when no fetch is under way and the set fetched last is saved: for programs that end, and for tests.
    public func saved() async {
        await fetched()
        await state.access { $0.saving }?.value
    }
}
