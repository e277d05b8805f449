import Foundation

/// Opens attempts at the backend, one of them in advance.
actor AttemptOpener {
    private let backend: any SignInBackend
    private let now: @Sendable () -> Date
    private var preparation: Task<Prepared?, Never>?

    /// An attempt that was opened in advance.
    private struct Prepared: Sendable {
        let attempt: SignInAttempt
        let openedAt: Date
    }

    /// A prepared attempt that is older than this many seconds is replaced. Apple's code lives as long (Apple, "Generate
    /// and validate tokens"), so no part of a sign-in is older than that.
    static let longestAge: Double = 300

    /// A prepared attempt is used only if it is valid for this many seconds more, because a person may take their time
    /// on the sheet.
    static let spareSeconds: Double = 180

    init(backend: any SignInBackend, now: @escaping @Sendable () -> Date) {
        self.backend = backend
        self.now = now
    }

    /// Opens an attempt in advance, unless there is one. A failure is not reported: nobody has asked for it yet.
    func prepare() async {
        let earlier = preparation
        if isUsable(await earlier?.value) { return }
        guard preparation == earlier else { return }
        let task = Task { await self.openInAdvance() }
        preparation = task
        _ = await task.value
    }

    /// Returns the prepared attempt, or a new one. Each attempt is returned once.
    func attempt() async throws(SignInFailure) -> SignInAttempt {
        let prepared = preparation
        preparation = nil
        if let prepared = await prepared?.value, isUsable(prepared) { return prepared.attempt }
        return try await fresh()
    }

    /// Opens an attempt, and leaves the prepared one for the tap.
    func fresh() async throws(SignInFailure) -> SignInAttempt {
        do {
            return try await open()
        } catch {
            throw SignInFailure(of: error)
        }
    }

    /// A clock that was set back does not say how old an attempt is.
    private func isUsable(_ prepared: Prepared?) -> Bool {
        guard let prepared else { return false }
        let age = now().timeIntervalSince(prepared.openedAt)
        guard (0..<Self.longestAge).contains(age) else { return false }
        return now().addingTimeInterval(Self.spareSeconds) < prepared.attempt.expiresAt
    }

    private func openInAdvance() async -> Prepared? {
        let openedAt = now()
        return (try? await open()).map { Prepared(attempt: $0, openedAt: openedAt) }
    }

    private func open() async throws -> SignInAttempt { try await backend.openAttempt(at: now()) }
}

extension SignInState {
    /// Whether a tap on the button begins a sign-in, so that its attempt can be opened in advance. A search ends soon, and
    /// a tap ends it at once.
    var awaitsTap: Bool {
        switch self {
        case .signedOut, .searching: true
        case .unknown, .checking, .authorizing, .exchanging, .asking, .signedIn, .linking, .confirming, .transferring,
            .deleting:
            false
        }
    }
}
