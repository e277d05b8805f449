package import AccountStorage
import Foundation

/// Somebody who proved a session that was alive when its row was read. Only ``SessionReading`` and what rests on it make one.
package struct SignedInSession: Sendable {
    /// The session.
    package let session: Session
    /// Its account.
    package let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }

    /// Whether its person proved themselves a short while ago, as what cannot be undone needs it.
    ///
    /// A clock that was set back makes nothing fresh.
    package func isFresh(in environment: SignInEnvironment) -> Bool {
        ClockDifference.isWithin(
            environment.policy.freshSignInWindow, session.authenticatedAt, at: environment.instant)
    }
}
