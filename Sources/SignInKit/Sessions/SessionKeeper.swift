import Foundation
import SignInAPI

/// Holds the session, renews it one request at a time, and is the only one that writes it.
actor SessionKeeper {
    private let service: SignInService
    private let records: SignInRecords
    private let now: @Sendable () -> Date
    private var session: StoredSession?
    private var renewal: (id: Int, task: Task<RenewalOutcome, Never>)?
    private var renewals = 0
    /// Told when the service gave news of the account, or ended the session.
    private var onChange: (@Sendable (SignInInput) async -> Void)?

    /// An access token is renewed when it ends within that many seconds: it has to reach the service alive.
    static let spareSeconds: Double = 30

    /// Refusals of a refresh after which the session cannot be used any more.
    static let endings: Set<String> = [
        "session_ended", "session_expired", "refresh_token_invalid", "refresh_token_reused",
        "refresh_token_wrong_client", "account_disabled", "account_held", "proof_required", "consent_revoked",
    ]

    private typealias RenewalOutcome = Result<StoredSession, SignInFailure>

    init(service: SignInService, records: SignInRecords, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.records = records
        self.now = now
    }

    func report(to onChange: @escaping @Sendable (SignInInput) async -> Void) { self.onChange = onChange }

    /// Uses a session that was stored already.
    func resume(_ session: StoredSession?) { self.session = session }

    /// Uses a new session; it is stored when this returns.
    func replace(_ session: StoredSession) {
        self.session = session
        records.record(session)
    }

    /// Removes the session and gives it, so that it can be ended at the service.
    func take() -> StoredSession? {
        let taken = session
        session = nil
        records.remove(.session)
        return taken
    }

    /// A token that is good for half a minute at least, renewed where need be.
    func accessToken() async throws(SignInFailure) -> Secret {
        guard let session else { throw .notSignedIn }
        if now().addingTimeInterval(Self.spareSeconds) < session.accessTokenEndsAt { return session.accessToken }
        return try await renew().accessToken
    }

    /// Renews the session, together with whoever else asks meanwhile. Somebody who gives up takes it away from nobody.
    @discardableResult
    func renew() async throws(SignInFailure) -> StoredSession {
        if let renewal { return try await renewal.task.value.get() }
        guard let session else { throw .notSignedIn }
        renewals += 1
        let id = renewals
        let task = Task { await self.renewed(session) }
        renewal = (id, task)
        let outcome = await task.value
        if renewal?.id == id { renewal = nil }
        return try outcome.get()
    }

    private func renewed(_ asked: StoredSession) async -> RenewalOutcome {
        let answer = await ask(asked)
        // Signed out, or in anew, meanwhile: the answer belongs to nobody.
        guard session?.signedInAt == asked.signedInAt, session?.attempt == asked.attempt else {
            return .failure(.notSignedIn)
        }
        switch answer {
        case .success(let reply):
            let renewed = asked.renewed(by: reply, at: now())
            replace(renewed)
            if renewed.account != asked.account { await onChange?(.accountRead(renewed.account)) }
            return .success(renewed)
        case .failure(.refused(let code, _)) where Self.endings.contains(code):
            session = nil
            records.remove(.session)
            await onChange?(.sessionEnded)
            return .failure(.sessionEnded)
        case .failure(let failure):
            return .failure(failure)
        }
    }

    /// Asks once more at once when no answer came: the service gives the same successor for the same token again.
    private func ask(_ session: StoredSession) async -> Result<SessionReply, SignInFailure> {
        // Another process of the app, an extension for instance, may have renewed it.
        let newest = records.session().flatMap { $0.signedInAt == session.signedInAt ? $0 : nil } ?? session
        var failure = SignInFailure.unreachable(retryAfter: nil)
        for _ in 0..<2 {
            do throws(SignInFailure) {
                return .success(try await service.refresh(newest.refreshToken))
            } catch {
                failure = error
                guard case .unreachable(retryAfter: nil) = error else { break }
            }
        }
        return .failure(failure)
    }
}
