package import AccountStorage
import Foundation

/// Somebody who proved a session that was alive when its row was read. Only ``SessionAuthentication`` makes one.
package struct SignedInSession: Sendable {
    /// The session.
    package let session: Session
    /// Its account.
    package let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }

    /// Whether its person proved themselves within `window`: what cannot be undone needs a fresh sign-in.
    ///
    /// A clock that was set back makes nothing fresh.
    func isFresh(within window: Duration, at now: Date) -> Bool {
        ClockDifference.isWithin(window, session.authenticatedAt, at: now)
    }

    /// The same with the window and the clock of an environment.
    package func isFresh(in environment: SignInEnvironment) -> Bool {
        isFresh(within: environment.policy.freshSignInWindow, at: environment.instant)
    }
}
