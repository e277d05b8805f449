import AccountStorage
import Foundation

/// A browser in which an account was opened with its password: its wrong tries are counted apart from everybody else's, so
/// that strangers who guess cannot keep its person out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
///
/// The browser keeps one secret for every account that was opened in it. That it was is a count in the database under an
/// identifier derived from secret, account and password: a new password makes every browser a stranger again.
package struct RememberedBrowser: Sendable, CustomStringConvertible {
    private let secret: OneUseSecret

    /// How long a browser is remembered after its last sign-in: as long as browsers keep a cookie (RFC 6265bis section 5.5).
    package static let lifetime: Duration = .seconds(400 * 86_400)

    /// The browser that brings this cookie; a new one where there is none, or none of ours.
    init(cookie: String?, _ environment: SignInEnvironment) {
        secret =
            cookie.flatMap { OneUseSecret(text: $0) }
            ?? OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
    }

    /// What the browser keeps.
    package var cookie: String { secret.text }

    /// Prints no secret.
    package var description: String { "RememberedBrowser(redacted)" }

    /// Under which its wrong tries are counted.
    func triesID(for account: AccountID, _ password: StoredPassword) -> PasswordTriesID {
        PasswordTriesID(
            label: "remembered-browser",
            fields: [account.text, String(password.changedAt.millisecondsSince1970), secret.text])
    }

    /// The same for a name that leads to no password: nothing is ever stored there.
    func triesID(forNobody name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "remembered-browser", fields: [name.text, "", secret.text])
    }

    /// Remembers that the account was opened here, with no wrong try since.
    func record(
        for account: AccountID, _ password: StoredPassword, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        try records.recordTries(
            PasswordTries(
                id: triesID(for: account, password), count: 0, delayedUntil: nil,
                expiresAt: now.addingTimeInterval(Self.lifetime.timeInterval)))
    }
}
