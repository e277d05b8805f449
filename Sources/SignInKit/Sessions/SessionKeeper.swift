import Foundation
import SignInAPI

/// Holds the session, renews it one request at a time, and is the only one of this process that writes it.
///
/// A session is dropped for an ending of the service's and for nothing else. A token whose answer was lost is sent again,
/// however much later: the service takes it until a token that was given for it is used. So no token is used before it is
/// stored, and an answer is not stored where the storage holds another token than the one that was sent.
actor SessionKeeper {
    private let service: SignInService
    private let records: SignInRecords
    private let now: @Sendable () -> Date
    private var session: StoredSession?
    /// Whether the storage took the session when it began.
    private var wasStored = true
    private var renewal: (id: Int, task: Task<RenewalOutcome, Never>)?
    private var renewals = 0
    private var pause = RenewalPause()
    /// Told when the service gave news of the account, or ended the session.
    private var onChange: (@Sendable (SignInInput) async -> Void)?

    /// An access token is renewed when it ends within that many seconds: it has to reach the service alive.
    static let spareSeconds: Double = 30

    private typealias RenewalOutcome = Result<StoredSession, SignInFailure>

    init(service: SignInService, records: SignInRecords, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.records = records
        self.now = now
    }

    func report(to onChange: @escaping @Sendable (SignInInput) async -> Void) { self.onChange = onChange }

    /// Uses a session that was stored already.
    func resume(_ session: StoredSession?) {
        self.session = session
        pause = RenewalPause()
    }

    /// Uses a new session; it is stored when this returns.
    func replace(_ session: StoredSession) {
        self.session = session
        pause = RenewalPause()
        wasStored = records.record(session)
    }

    /// Removes the session and gives it, so that it can be ended at the service.
    func take() -> StoredSession? {
        let taken = session
        session = nil
        records.remove(.session)
        return taken
    }

    /// A token that is good for half a minute at least, renewed where need be.
    ///
    /// Where the service was not reached the last time, it is asked again after a pause. Until then, and while it is not
    /// reached, a token that still lives has to do.
    func accessToken() async throws(SignInFailure) -> Secret {
        guard let session else { throw .notSignedIn }
        if now().addingTimeInterval(Self.spareSeconds) < session.accessTokenEndsAt { return session.accessToken }
        do throws(SignInFailure) {
            if renewal == nil, let seconds = pause.secondsLeft(at: now()) { throw .unreachable(retryAfter: seconds) }
            return try await renew().accessToken
        } catch {
            guard case .unreachable = error, now() < session.accessTokenEndsAt else { throw error }
            return session.accessToken
        }
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
        let (sent, answer) = await ask(asked)
        // Signed out, or in anew, meanwhile: the answer belongs to nobody.
        guard session?.signedInAt == asked.signedInAt, session?.attempt == asked.attempt else {
            return .failure(.notSignedIn)
        }
        switch answer {
        case .success(let reply):
            pause = RenewalPause()
            let renewed = keep(reply, of: sent)
            session = renewed
            if renewed.account != asked.account { await onChange?(.accountRead(renewed.account)) }
            return .success(renewed)
        case .failure(.refused(let code, _)) where APIError.Code(rawValue: code).endsSession:
            session = nil
            records.remove(.session)
            await onChange?(.sessionEnded)
            return .failure(.sessionEnded)
        case .failure(let failure):
            if case .unreachable(let seconds) = failure { pause.lengthen(at: now(), retryAfter: seconds) }
            return .failure(failure)
        }
    }

    /// Stores what the service gave for a token, while the storage holds that token, and gives the session to go on with.
    private func keep(_ reply: SessionReply, of sent: StoredSession) -> StoredSession {
        var renewed = sent.renewed(by: reply, at: now())
        do {
            let stored = try records.storedSession()
            if let stored, stored.signedInAt != sent.signedInAt { return renewed }
            if let stored, stored.refreshToken != sent.refreshToken {
                // Another process was quicker. Its token goes on; ours is for nobody.
                renewed.refreshToken = stored.refreshToken
            } else if stored != nil {
                if !records.record(renewed) { renewed.refreshToken = sent.refreshToken }
            } else if !wasStored {
                wasStored = records.record(renewed)
            }
            // Else another process has signed out: what is in memory is not put back.
        } catch {
            renewed.refreshToken = sent.refreshToken
        }
        return renewed
    }

    /// Asks once more at once when no answer came, or when others were quicker and have stored a newer token.
    private func ask(
        _ session: StoredSession
    ) async -> (sent: StoredSession, answer: Result<SessionReply, SignInFailure>) {
        var sent = session
        var overtaken: Secret?
        var failure = SignInFailure.unreachable(retryAfter: nil)
        for _ in 0..<2 {
            do {
                sent = try newest(of: session)
            } catch {
                // An older token than the stored one would end the session.
                return (sent, .failure(.unreachable(retryAfter: nil)))
            }
            if sent.refreshToken == overtaken { break }
            do throws(SignInFailure) {
                return (sent, .success(try await service.refresh(sent.refreshToken)))
            } catch {
                failure = error
                if error.isRefusal(.refreshOvertaken) {
                    overtaken = sent.refreshToken
                    failure = .unreachable(retryAfter: nil)
                }
                guard failure == .unreachable(retryAfter: nil) else { break }
            }
        }
        return (sent, .failure(failure))
    }

    /// Another process of the app, an extension for instance, may have renewed the session.
    private func newest(of session: StoredSession) throws -> StoredSession {
        try records.storedSession().flatMap { $0.signedInAt == session.signedInAt ? $0 : nil } ?? session
    }
}
