/// What the daily numbers count. The raw value is stored: it never changes and is never reused.
package enum DailyMeasure: String, Sendable, CaseIterable {
    /// An account that a sign-in created and that is open, or was opened after it waited for a decision, by provider,
    /// platform and client. An import creates accounts as well, but nobody registers with it.
    case registration
    /// A sign-in, by provider, platform and client. Detail: `new` if it created the account, otherwise `known`.
    case signIn = "sign_in"
    /// A session that an OpenID client began under a browser's session.
    case clientSignIn = "client_sign_in"
    /// A refused sign-in of a proven person. Detail: the refusal's code.
    case refusal
    /// A deleted account. Detail: who deleted it.
    case departure
    /// A person who left at Apple, or stopped using the app there. Detail: what the notification changed, or `check` if only
    /// the daily check showed it.
    case withdrawal
    /// An Apple Account that was linked to an account. Detail: who vouched for it.
    case link
    /// An Apple Account that a person unlinked from their account.
    case unlink
    /// Two accounts that became one.
    case merge
    /// A person who was asked a question at a sign-in. Detail: why.
    case question
    /// A decision about a new person whom Apple did not report as likely real. Detail: `mark`, `ask` or `hold` at the
    /// sign-in; `accepted` or `rejected` afterwards.
    case review
    /// A password that was reset.
    case passwordReset = "password_reset"
    /// A password that a person replaced with Sign in with Apple.
    case upgrade
    /// A call to Apple for which only the key of the other team of a transfer was accepted. Detail: the transfer. It is not
    /// in the audit, because it is about nobody.
    case otherTeam = "other_team"
}
