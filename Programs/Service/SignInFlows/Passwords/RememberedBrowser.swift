import AccountStorage
import Foundation

/// A browser in which a person signed in with a password. Its wrong passwords are counted separately, so that strangers
/// who guess cannot lock its user out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
///
/// The browser keeps one secret for all accounts. For each account, the database has a counter whose identifier is
/// derived from the secret, the account and the time of the password's last change. So after a new password no browser
/// is remembered any more.
package struct RememberedBrowser: Sendable, CustomStringConvertible {
    private let secret: OneUseSecret

    /// How long a browser is remembered after its last sign-in: the longest time that browsers keep a cookie (RFC
    /// 6265bis section 5.5).
    package static let lifetime: Duration = .seconds(400 * 86_400)

    /// The browser with this cookie; a new one if there is none, or if it is malformed.
    init(cookie: String?, _ environment: SignInEnvironment) {
        secret =
            cookie.flatMap { OneUseSecret(text: $0) }
            ?? OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
    }

    /// The value of the browser's cookie.
    package var cookie: String { secret.text }

    /// Prints no secret.
    package var description: String { "RememberedBrowser(redacted)" }

    /// The key of the counter for an account's wrong passwords in this browser.
    func triesID(for account: AccountID, _ password: StoredPassword) -> PasswordTriesID {
        PasswordTriesID(
            label: "remembered-browser",
            fields: [account.text, String(password.changedAt.millisecondsSince1970), secret.text])
    }

    /// The same for a name without a password. Nothing is ever stored under it.
    func triesID(forNobody name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "remembered-browser", fields: [name.text, "", secret.text])
    }

    /// Records a sign-in to the account in this browser, and resets its counter.
    func record(
        for account: AccountID, _ password: StoredPassword, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        try records.recordTries(
            PasswordTries(
                id: triesID(for: account, password), count: 0, delayedUntil: nil,
                expiresAt: now.addingTimeInterval(Self.lifetime.timeInterval)))
    }
}
