public import Foundation

/// A backend that exchanges Apple's answer for a session: the sign-in service `siwa`, a hosted service, or your own
/// server.
///
/// A function throws ``SignInFailure/refused(code:requestID:)`` if the backend has decided, and
/// ``SignInFailure/sessionEnded`` if the session exists no longer. Any other error counts as a backend that could not be
/// reached, so that nothing is lost: the kit keeps the sign-in and the session, and asks again. ``BackendConnection``
/// throws these errors, if it knows which codes end a session.
public protocol SignInBackend: Sendable {
    /// Opens an attempt, whose nonce Apple copies into the identity token.
    ///
    /// A backend that does not create nonces, such as most hosted ones, needs no function of its own: by default, the
    /// attempt is made on this device (``SignInAttempt/random(at:)``).
    func openAttempt(at now: Date) async throws -> SignInAttempt
    /// Exchanges Apple's answer for a session.
    ///
    /// It is called again with the same answer if the reply was lost. The backend must verify the identity token,
    /// including the nonce.
    ///
    /// - Throws: ``SignInFailure/held(code:handle:requestID:)`` if somebody has to decide about a new person first. It is
    ///   called again with the same answer until the attempt expires.
    func signIn(_ signIn: PendingSignIn) async throws -> BackendSession
    /// Returns the session with new tokens. By default, the session has no others and stays as it is until it expires.
    func renew(_ session: BackendSession) async throws -> BackendSession
    /// Ends a session that was already removed from this device. By default, nothing is called.
    ///
    /// With ``SignedOutReason/credentialRevoked``, this device reports that the person withdrew the permission.
    func end(_ session: BackendSession, because reason: SignedOutReason) async throws
    /// Deletes the account and revokes Apple's permission, as App Review demands (guideline 5.1.1(v), TN3194).
    ///
    /// - Parameters:
    ///   - session: the session, whose access token is valid.
    ///   - confirmation: Apple's new answer, with which the person proved that the account is theirs. It was passed to
    ///     ``signIn(_:)`` just before. If the backend did not exchange its code there, the code can be exchanged now for
    ///     a token to revoke. Nil after a login with a password.
    func deleteAccount(_ session: BackendSession, confirmedBy confirmation: PendingSignIn?) async throws
        -> AppleRevocation
}

extension SignInBackend {
    /// An attempt that this device made.
    public func openAttempt(at now: Date) async throws -> SignInAttempt { .random(at: now) }
    /// The same session.
    public func renew(_ session: BackendSession) async throws -> BackendSession { session }
    /// Does nothing.
    public func end(_ session: BackendSession, because reason: SignedOutReason) async throws {}
}

/// A backend whose accounts can be read and renamed.
public protocol AccountBackend: SignInBackend {
    /// Returns the account.
    func readAccount(_ session: BackendSession) async throws -> SignInAccount
    /// Changes the account's name and returns the account.
    func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount
}

extension SignInFailure {
    /// The failure that an error of a backend counts as.
    init(of error: any Error) { self = error as? SignInFailure ?? .unreachable(retryAfter: nil) }
}
