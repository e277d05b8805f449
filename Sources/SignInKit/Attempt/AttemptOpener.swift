import Foundation
import SignInAPI

/// Opens attempts at the service, one of them in advance.
actor AttemptOpener {
    private let service: SignInService
    private let now: @Sendable () -> Date
    private var prepared: SignInAttempt?
    private var preparing: Task<SignInAttempt?, Never>?

    /// A prepared attempt is used only if it is valid for this many seconds more, because a person may take their time
    /// on the sheet.
    static let spareSeconds: Double = 180

    init(service: SignInService, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.now = now
    }

    /// Opens an attempt in advance, unless there is one. A failure is not reported: nobody has asked for it yet.
    func prepare() async {
        guard preparing == nil, !isUsable(prepared) else { return }
        let task = Task { try? await self.open() }
        preparing = task
        prepared = await task.value
        preparing = nil
    }

    /// Returns the prepared attempt, or a new one. Each attempt is returned once.
    func attempt() async throws(SignInFailure) -> SignInAttempt {
        if let preparing { _ = await preparing.value }
        let attempt = prepared
        prepared = nil
        if let attempt, isUsable(attempt) { return attempt }
        return try await open()
    }

    private func isUsable(_ attempt: SignInAttempt?) -> Bool {
        guard let attempt else { return false }
        return now().addingTimeInterval(Self.spareSeconds) < attempt.expiresAt
    }

    private func open() async throws(SignInFailure) -> SignInAttempt {
        let reply = try await service.openAttempt()
        return SignInAttempt(
            id: Secret(reply.attempt), nonce: Secret(reply.nonce),
            expiresAt: now().addingTimeInterval(TimeInterval(reply.expiresIn)))
    }
}
