package import AccountStorage

/// A named point of a sign-in. The process may die between any two of them without losing the name or locking the
/// person out.
package struct SignInStep: Sendable, Hashable {
    /// The points, in the order of a sign-in.
    package enum Point: String, Sendable, CaseIterable {
        /// The attempt was begun, and stored unless it is signed instead.
        case attemptBegun = "attempt_begun"
        /// The redirect to Apple is about to be sent (reported by the HTTP layer).
        case redirectSent = "redirect_sent"
        /// Apple's answer was read (reported by the HTTP layer).
        case callbackReceived = "callback_received"
        /// The identity token was verified, including its nonce.
        case tokenVerified = "token_verified"
        /// The attempt was claimed and a first-time name stored. Reported after the commit if both are one transaction.
        case attemptClaimed = "attempt_claimed"
        /// The code is about to be sent. Not reported if there is no code, or a grant is already stored.
        case exchangeStarted = "exchange_started"
        /// Apple responded, or could not be reached.
        case exchangeAnswered = "exchange_answered"
        /// Account, name, grant and session are about to be stored together. Not reported if that was one transaction
        /// with the claim.
        case commitStarted = "commit_started"
        /// They were stored.
        case committed
        /// The reply with the session is about to be sent (reported by the HTTP layer).
        case replySent = "reply_sent"
    }

    /// Which point was reached.
    package let point: Point
    /// The attempt that reached it.
    package let attempt: AttemptID
    /// The session; nil until there is one.
    package let session: SessionID?

    /// Describes a point of a sign-in.
    package init(_ point: Point, attempt: AttemptID, session: SessionID? = nil) {
        self.point = point
        self.attempt = attempt
        self.session = session
    }
}
