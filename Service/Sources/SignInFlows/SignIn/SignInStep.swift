package import AccountStorage

/// A named point of a sign-in. Between any two of them the process may die without losing the name or the way in.
package struct SignInStep: Sendable, Hashable {
    /// The points in the order in which a sign-in passes them.
    package enum Point: String, Sendable, CaseIterable {
        /// The attempt is begun, and stored unless it is an app's plain one.
        case attemptBegun = "attempt_begun"
        /// The redirect to Apple is about to be sent (told by the HTTP layer).
        case redirectSent = "redirect_sent"
        /// Apple's answer was read (told by the HTTP layer).
        case callbackReceived = "callback_received"
        /// The identity token is genuine and carries our nonce.
        case tokenVerified = "token_verified"
        /// The attempt is used up and a first-time name is kept. Told after the commit where both are one transaction.
        case attemptClaimed = "attempt_claimed"
        /// The code is about to be sent; left out where there is none, or a live grant is held.
        case exchangeStarted = "exchange_started"
        /// Apple answered, or could not be reached.
        case exchangeAnswered = "exchange_answered"
        /// Account, name, grant and session are about to be stored together; left out where that was one transaction with the
        /// claim, since Apple had to be asked for nothing.
        case commitStarted = "commit_started"
        /// They are stored.
        case committed
        /// The answer with the session is about to be sent (told by the HTTP layer).
        case replySent = "reply_sent"
    }

    /// Which point was reached.
    package let point: Point
    /// The attempt that reached it.
    package let attempt: AttemptID
    /// The session, once there is one.
    package let session: SessionID?

    /// Names a point of a sign-in.
    package init(_ point: Point, attempt: AttemptID, session: SessionID? = nil) {
        self.point = point
        self.attempt = attempt
        self.session = session
    }
}
