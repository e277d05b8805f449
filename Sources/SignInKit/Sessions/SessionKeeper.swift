import Foundation
import SignInAPI

/// Holds the session and renews it with one request at a time. Another client or process of the app may replace it.
///
/// A session is dropped only if the backend ended it or can neither renew it nor replace a refused token. If the answer to a refresh was lost, the same token is sent again,
/// however much later: the sign-in service accepts it until a token that was issued for it is used. So a token is not
/// used before it is stored, and an answer is not stored if the storage holds a different token from the one that was
/// sent.
actor SessionKeeper {
    private let backend: any SignInBackend
    private let records: SignInRecords
    private let now: @Sendable () -> Date
    private var session: StoredSession?
    /// Whether the session was stored successfully when it began.
    private var wasStored = true
    /// A session that has ended, but could not be removed from the storage.
    private var leftBehind: StoredSession?
    private var renewal: (id: Int, task: Task<RenewalOutcome, Never>)?
    private var renewals = 0
    private var pause = RenewalPause()
    /// Called when the account changed or the service ended the session.
    private var onChange: (@Sendable (SignInInput) async -> Void)?

    /// An access token is renewed if it expires within this many seconds, because it must still be valid when it
    /// arrives.
    static let spareSeconds: Double = 30

    private typealias RenewalOutcome = Result<StoredSession, SignInFailure>

    init(backend: any SignInBackend, records: SignInRecords, now: @escaping @Sendable () -> Date) {
        self.backend = backend
        self.records = records
        self.now = now
    }

    func report(to onChange: @escaping @Sendable (SignInInput) async -> Void) { self.onChange = onChange }

    /// Uses a session that is already stored.
    func resume(_ session: StoredSession?) {
        self.session = session
        wasStored = true
        pause = RenewalPause()
    }

    /// The session.
    var current: StoredSession? { session }

    /// Whether a link was sent whose answer is not known. It may have ended the session, and only its answer brings the next
    /// one. So nobody, in any process of the app, may conclude from a refusal that the person is signed out.
    private var isLinkUnanswered: Bool {
        guard let pending = records.pendingSignIn() else { return false }
        return pending.isUnansweredLink && now() < pending.endsAt
    }

    /// Returns the session for a link that is about to be sent. A link that is sent again needs the session that began it,
    /// even if that is over.
    func sessionForLink(isRepeated: Bool) async throws(SignInFailure) -> StoredSession {
        guard let session else { throw .notSignedIn }
        if isRepeated || now().addingTimeInterval(Self.spareSeconds) < session.accessTokenEndsAt { return session }
        return try await renew()
    }

    /// A change of the storage: a session that another client or process has begun, or none.
    struct Change: Sendable {
        let session: StoredSession?
    }

    /// Returns what another client or process of the app has changed, or nil if nothing did or nothing can be read.
    func change() -> Change? {
        let stored: StoredSession?
        do { stored = try records.glance() } catch { return nil }
        // Another client or process may have learned that no Apple Account opens the account any longer.
        let isAppleUserGone = stored?.appleUser == nil && session?.appleUser != nil
        // A session that could not be stored counts more than what the storage says.
        guard session == nil || wasStored, !isSame(stored, session) || isAppleUserGone else { return nil }
        if stored != nil, isSame(stored, leftBehind) { return nil }
        return Change(session: stored)
    }

    /// Whether both are the same session, perhaps with other tokens.
    private func isSame(_ one: StoredSession?, _ other: StoredSession?) -> Bool {
        one?.signedInAt == other?.signedInAt && one?.attempt == other?.attempt
    }

    /// Uses a new session, and stores it before it returns. Returns whether that was possible.
    @discardableResult
    func replace(_ session: StoredSession) -> Bool {
        self.session = session
        pause = RenewalPause()
        wasStored = records.record(session)
        return wasStored
    }

    /// Uses the tokens that another process of the app has stored for the same session.
    func readTokensAgain() {
        guard let session, let stored = try? newest(of: session) else { return }
        self.session = stored
    }

    /// Removes the session and returns it, so that it can be ended at the service.
    func take() -> StoredSession? {
        guard let taken = session else { return nil }
        session = nil
        remove(taken)
        return taken
    }

    /// Removes a session from the storage, unless another process of the app has begun another one there.
    private func remove(_ ended: StoredSession) {
        if let stored = records.session(), stored.signedInAt != ended.signedInAt { return }
        leftBehind = records.remove(.session) ? nil : ended
    }

    /// Returns a token that is valid for at least half a minute, and renews it if necessary.
    ///
    /// If the service was not reached the last time, it is asked again after a pause. Until then, and while it is
    /// unreachable, a token that is still valid is returned.
    func accessToken() async throws(SignInFailure) -> Secret { try await validSession().accessToken }

    /// Returns the session with a token that can be used, as ``accessToken()`` describes it.
    func validSession() async throws(SignInFailure) -> StoredSession {
        guard let session else { throw .notSignedIn }
        if now().addingTimeInterval(Self.spareSeconds) < session.accessTokenEndsAt { return session }
        do throws(SignInFailure) {
            return try await renewAfterPause()
        } catch {
            guard case .unreachable = error, now() < session.accessTokenEndsAt else { throw error }
            return session
        }
    }

    /// Returns the current token, or a new one if it is the token that a server refused.
    func accessToken(replacing refused: Secret) async throws(SignInFailure) -> Secret {
        guard let session else { throw .notSignedIn }
        guard session.accessToken == refused else { return try await accessToken() }
        let renewed = try await renewAfterPause()
        guard renewed.accessToken == refused, !renewed.hasRefreshToken else { return renewed.accessToken }
        // The backend has no other token.
        await drop(renewed)
        throw .sessionEnded
    }

    /// Drops the session if it is still the one that the backend ended, and reports it.
    func drop(_ ended: StoredSession) async {
        guard session?.signedInAt == ended.signedInAt, session?.attempt == ended.attempt, !isLinkUnanswered
        else { return }
        session = nil
        remove(ended)
        // Another process may have begun another session, which continues.
        if let change = change() {
            await onChange?(.sessionChanged(change.session, because: .sessionEnded))
        } else {
            await onChange?(.sessionEnded)
        }
    }

    private func renewAfterPause() async throws(SignInFailure) -> StoredSession {
        if isLinkUnanswered { throw .unreachable(retryAfter: nil) }
        if renewal == nil, let seconds = pause.secondsLeft(at: now()) { throw .unreachable(retryAfter: seconds) }
        return try await renew()
    }

    /// Uses and stores what the service says about the account.
    func use(_ account: AccountReply) {
        guard session?.account.id == account.id else { return }
        session?.account = account
        storeAgain()
    }

    /// Uses and stores the session without Apple's identifier of the person.
    func forgetAppleUser() {
        session?.appleUser = nil
        storeAgain()
    }

    /// Another process may have stored newer tokens, which must not be replaced by older ones.
    private func storeAgain() {
        guard let session, let stored = records.session(), stored.refreshToken == session.refreshToken else { return }
        record(session, over: stored)
    }

    /// Stores the session in the place of what is stored of it. An Apple Account that another process has forgotten stays
    /// so: ``change()`` tells it at the next call.
    @discardableResult
    private func record(_ session: StoredSession, over stored: StoredSession) -> Bool {
        var kept = session
        if stored.appleUser == nil { kept.appleUser = nil }
        return records.record(kept)
    }

    /// Renews the session. Concurrent callers share one renewal, and cancelling one caller does not cancel it for the
    /// others.
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

    /// Asks the backend whether the session still exists. A session with one token is never renewed, so nothing can be
    /// asked about it.
    func confirm() async -> SessionAnswer {
        guard let session, session.hasRefreshToken, !isLinkUnanswered else { return .unreachable }
        do throws(SignInFailure) {
            try await renew()
            return .alive
        } catch {
            // Whoever renewed the session has already reported that it ended.
            return error == .sessionEnded ? .ended : .unreachable
        }
    }

    private func renewed(_ asked: StoredSession) async -> RenewalOutcome {
        let (sent, answer) = await ask(asked)
        // The person has signed out, or signed in again, in the meantime, so the answer is not used.
        guard session?.signedInAt == asked.signedInAt, session?.attempt == asked.attempt else {
            return .failure(.notSignedIn)
        }
        switch answer {
        case .success(let reply):
            pause = RenewalPause()
            let renewed = keep(reply, of: sent)
            guard now() < renewed.accessTokenEndsAt else {
                // The backend cannot renew its sessions.
                await drop(asked)
                return .failure(.sessionEnded)
            }
            session = renewed
            if renewed.account != asked.account { await onChange?(.accountRead(renewed.account)) }
            return .success(renewed)
        case .failure(.sessionEnded):
            await drop(asked)
            return .failure(.sessionEnded)
        case .failure(let failure):
            if case .unreachable(let seconds) = failure { pause.lengthen(at: now(), retryAfter: seconds) }
            return .failure(failure)
        }
    }

    /// Stores the new tokens if the storage still holds the token that was sent, and returns the session to use.
    private func keep(_ reply: BackendSession, of sent: StoredSession) -> StoredSession {
        var renewed = sent.renewed(by: reply, at: now())
        // It may have been forgotten since the token was sent.
        renewed.appleUser = session?.appleUser
        do {
            let stored = try records.storedSession()
            if let stored, stored.signedInAt != sent.signedInAt { return renewed }
            if let stored, stored.refreshToken != sent.refreshToken {
                // Another process was faster. Its token is used, and this one is dropped.
                renewed.refreshToken = stored.refreshToken
            } else if let stored {
                if !record(renewed, over: stored) { renewed.refreshToken = sent.refreshToken }
            } else if !wasStored {
                wasStored = records.record(renewed)
            }
            // Otherwise another process has signed out, so the session is not stored again.
        } catch {
            renewed.refreshToken = sent.refreshToken
        }
        return renewed
    }

    /// Repeats the request once if there was no answer, or if another process was faster and has stored a newer token.
    private func ask(
        _ session: StoredSession
    ) async -> (sent: StoredSession, answer: Result<BackendSession, SignInFailure>) {
        var sent = session
        var overtaken: Secret?
        var failure = SignInFailure.unreachable(retryAfter: nil)
        for _ in 0..<2 {
            do {
                sent = try newest(of: session)
            } catch {
                // Sending an older token than the stored one would end the session.
                return (sent, .failure(.unreachable(retryAfter: nil)))
            }
            if sent.refreshToken == overtaken { break }
            do {
                return (sent, .success(try await backend.renew(sent.ofBackend(at: now()))))
            } catch {
                failure = SignInFailure(of: error)
                if failure.isRefusal(.refreshOvertaken) {
                    overtaken = sent.refreshToken
                    failure = .unreachable(retryAfter: nil)
                }
                guard failure == .unreachable(retryAfter: nil) else { break }
            }
        }
        return (sent, .failure(failure))
    }

    /// Reads the session again, because another process of the app, such as an extension, may have renewed it. Whether it has
    /// forgotten the Apple Account, ``change()`` tells.
    private func newest(of session: StoredSession) throws -> StoredSession {
        guard var stored = try records.storedSession(), stored.signedInAt == session.signedInAt else { return session }
        stored.appleUser = session.appleUser
        return stored
    }
}
