package import AccountStorage
import Foundation

/// A session that was proven, and valid when its row was read. Only ``SessionReading`` and its callers create one.
package struct SignedInSession: Sendable {
    /// The session.
    package let session: Session
    /// Its account.
    package let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }

    /// Whether the person signed in recently, as actions that cannot be undone require.
    ///
    /// False if the clock was set back since.
    package func isFresh(in environment: SignInEnvironment) -> Bool {
        ClockDifference.isWithin(
            environment.policy.freshSignInWindow, session.authenticatedAt, at: environment.instant)
    }
}
