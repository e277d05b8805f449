import AccountStorage
import Foundation

/// A proven person whose new account waits for a decision, and what goes on from there.
package struct HeldPerson: Sendable, Hashable, CustomStringConvertible {
    /// Why there is no session: `account_held` or `proof_required`.
    package let code: ErrorCode
    /// Names the sign-in to the app's backend, for one decision.
    package let handle: String
    /// Stays in the browser, and becomes the session there once the account is open. The handle is made from it, so that
    /// whoever has the handle alone gets no session.
    package let waiting: String
    /// Seconds until both expire.
    package let expiresIn: Int
    /// The configured name of the client.
    package let client: String
    /// Where the browser goes afterwards; nil for apps.
    package let returnTarget: String?

    /// Creates a held person with these values.
    package init(
        code: ErrorCode, handle: String, waiting: String, expiresIn: Int, client: String, returnTarget: String?
    ) {
        self.code = code
        self.handle = handle
        self.waiting = waiting
        self.expiresIn = expiresIn
        self.client = client
        self.returnTarget = returnTarget
    }

    /// - Parameter waiting: the secret of the held sign-in.
    init(_ account: Account, _ held: HeldSignIn, _ waiting: OneUseSecret, at now: Date) {
        self.init(
            code: .closed(account.disabledReason), handle: waiting.handle.text, waiting: waiting.text,
            expiresIn: Int(held.expiresAt.timeIntervalSince(now).rounded(.up)), client: held.client,
            returnTarget: held.returnTarget)
    }

    /// Without the secrets.
    package var description: String { "HeldPerson(\(code.name), redacted)" }
}
