import Foundation

/// Opens attempts at the backend, one of them in advance.
actor AttemptOpener {
    private let backend: any SignInBackend
    private let now: @Sendable () -> Date
    private var preparation: Task<SignInAttempt?, Never>?

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
        let task = Task { try? await self.open() }
        preparation = task
        _ = await task.value
    }

    /// Returns the prepared attempt, or a new one. Each attempt is returned once.
    func attempt() async throws(SignInFailure) -> SignInAttempt {
        let prepared = preparation
        preparation = nil
        if let attempt = await prepared?.value, isUsable(attempt) { return attempt }
        do {
            return try await open()
        } catch {
            throw SignInFailure(of: error)
        }
    }

    private func isUsable(_ attempt: SignInAttempt?) -> Bool {
        guard let attempt else { return false }
        return now().addingTimeInterval(Self.spareSeconds) < attempt.expiresAt
    }

    private func open() async throws -> SignInAttempt { try await backend.openAttempt(at: now()) }
}
