import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Apple's public keys, fetched on demand, with one fetch at a time under any load.
///
/// Readers take an immutable set under a lock that is held for a moment. A failed fetch never empties the set. A
/// successful fetch replaces it completely, so that a withdrawn key is gone at once.
public final class AppleKeySet: Sendable {
    /// The endpoints of Apple, or of an emulator. Verifiers that use these keys take the issuer from here, too.
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
        /// The ids of keys that the previous set had and the current set lacks.
        var removed: Set<String> = []
        var fetch: RunningFetch?
        /// The number of fetches begun, and the number of the fetch that brought the current set.
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

    /// Creates a key set for these endpoints. Nothing is fetched yet.
    /// - Parameters:
    ///   - endpoints: Apple, or an emulator, for all verifiers that use these keys.
    ///   - transport: sends the requests.
    ///   - now: the clock for the age of the keys.
    ///   - policy: when keys are fetched.
    ///   - jitter: a number from 0 to 1 for each failed fetch, which spreads the next attempts.
    ///   - store: keeps the last good set across restarts.
    ///   - observe: called with each event, for metrics.
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

    /// When the current set was fetched. Its age is a useful metric.
    public var fetchedAt: Date? {
        state.access { $0.history.fetchedAt }
    }

    /// The headers that Apple's tokens have with the current keys, however old these are.
    var knownHeaders: KnownHeaders { state.access { $0.keys?.knownHeaders } ?? .none }

    /// Fetches the keys if there are none or they are due, and waits for them. Call it at startup, so that the first
    /// sign-in does not have to wait, and from a timer, so that an idle service does not continue with an old set.
    ///
    /// Throws if there is no usable set afterwards.
    public func fetchIfDue() async throws(AppleCallFailure) {
        _ = try await keys(forKeyID: nil)
        await fetched()
    }

    /// Returns the set that a token is checked with. If the set lacks the key, Apple does not publish it: the set comes
    /// from a fetch that began after the token arrived.
    /// - Parameters:
    ///   - keyID: the token's `kid`. With `nil`, any set will do.
    ///   - token: recognises the token when it comes again. `nil` if the call is not for a token.
    func keys(forKeyID keyID: String?, token: TokenMark? = nil) async throws(AppleCallFailure) -> JSONWebKeySet {
        await restoration()?.value
        var failure: AppleCallFailure?
        let question = Question(keyID: keyID, token: token, fetchesBefore: state.access { $0.fetches })
        // After a failed fetch, the last good set still serves the keys that it holds, and no others. The third turn is
        // for callers that waited for a fetch that was replaced by another one.
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

// MARK: The decision about one token

extension AppleKeySet {
    private enum Plan {
        case use(JSONWebKeySet, KeySetEvent?)
        case wait(Task<AppleCallFailure?, Never>)
        case unavailable(AppleCallFailure, KeySetEvent?)
    }

    /// A request for the key of one token.
    private struct Question {
        let keyID: String?
        let token: TokenMark?
        /// The number of fetches begun before the token arrived. Only a later fetch can decide that a key is unknown.
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

    /// Uses a set that holds the key.
    private func use(_ keys: JSONWebKeySet, _ state: State, at now: Date) -> Plan {
        guard let fetchedAt = state.history.fetchedAt, let freshUntil = state.history.freshUntil, now >= freshUntil
        else { return .use(keys, nil) }
        return .use(keys, .servedStale(age: now.timeIntervalSince(fetchedAt)))
    }

    /// Decides with a set that lacks the key. Apple may have published the key since the fetch, so the token is refused
    /// only after a fetch that began after it arrived. Until then the answer is undecided.
    ///
    /// If the previous set had the key, it was withdrawn, or Apple's servers disagree for a while. Its tokens are not
    /// accepted, but not called forged either.
    private func judge(
        _ question: Question, by keys: JSONWebKeySet, _ state: inout State, retryAfter seconds: Int
    ) -> Plan {
        if isDecided(question, &state) { return .use(keys, .unknownKey) }
        let isDisputed = isDisputed(question, state)
        let event: KeySetEvent = isDisputed ? .keyDisputed : .keyNotDecided
        let reason: AppleFailureCode = isDisputed ? .keyDisputed : .keyNotDecided
        return .unavailable(.unavailable(reason: reason, retryAfter: seconds), event)
    }

    /// Whether the current set comes from a fetch that began after the token first arrived.
    private func isDecided(_ question: Question, _ state: inout State) -> Bool {
        let before = state.arrivals.fetchesBefore(question.token, now: question.fetchesBefore)
        return state.lastGoodFetch > before && !isDisputed(question, state)
    }

    private func isDisputed(_ question: Question, _ state: State) -> Bool {
        question.keyID.map { state.removed.contains($0) } ?? false
    }

    /// Whether a fetch may begin: none is running, or the running one is long overdue.
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
    /// Starts a fetch in its own task, so that a caller that stops waiting does not cancel it for the others.
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

    /// Returns when no fetch is running. For tests, which count fetches.
    func fetched() async {
        while let fetch = state.access({ $0.fetch }) { _ = await fetch.task.value }
    }

    private func fetch(_ number: Int) async -> AppleCallFailure? {
        let outcome = await source.run()
        let (now, jitter) = (now(), jitter())
        let event = state.access { state -> KeySetEvent? in
            // An abandoned fetch may bring an older set than the current one.
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

// MARK: Restoring and saving

extension AppleKeySet {
    /// The task that reads the store. It runs once.
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

    /// Saves one set after another, so that the last one remains. Callers do not wait for it.
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

    /// Returns when no fetch is running and the last set is saved: for programs that exit, and for tests.
    public func saved() async {
        await fetched()
        await state.access { $0.saving }?.value
    }
}
