import Foundation

/// Lifetimes, limits and other choices of the flows. Every value has a default that suits most services.
package struct SignInPolicy: Sendable, Equatable {
    /// The longest time from the start of a sign-in to its end. Apple's code is valid for five minutes, so ten minutes
    /// leave time to type a password.
    package var attemptLifetime: Duration = .seconds(600)
    /// An upper limit for the completion of a sign-in: a call to Apple's token endpoint, one for Apple's keys, and the
    /// database. After this time the process must have died, so a repeated request is no longer told to wait.
    package var longestCompletion: Duration = .seconds(30)
    /// The number of failed verifications after which an attempt ends.
    package var maximumFailures = 5
    /// How long a first-time name is kept for its account. Apple never sends it again.
    package var keptNameLifetime: Duration = .seconds(7 * 86_400)
    /// A session that is not used for this long ends.
    package var idleLifetime: Duration = .seconds(30 * 86_400)
    /// A session ends at this age even if it is in use.
    package var absoluteLifetime: Duration = .seconds(180 * 86_400)
    /// How often a browser session's idle limit is extended at most, so that most page views write nothing.
    package var cookieRenewalInterval: Duration = .seconds(3_600)
    /// Whether web sign-ins use a code challenge (RFC 7636). Apple supports it but neither documents nor announces it.
    /// The nonce and `c_hash` already bind the code to the sign-in (RFC 9700 section 4.5.3.2), so it is off by default.
    package var usesCodeChallenge = false
    /// The maximum age of the sign-in for actions that cannot be undone, such as deleting an account.
    package var freshSignInWindow: Duration = .seconds(600)
    /// How long Apple's notifications are stored to detect repeats.
    package var notificationRetention: Duration = .seconds(90 * 86_400)
    /// How long an account to which nobody can sign in stays disabled before it is erased.
    package var erasureDelay: Duration = .seconds(30 * 86_400)
    /// How long audit entries are kept.
    package var auditRetention: Duration = .seconds(400 * 86_400)
    /// Settings for the daily numbers.
    package var numbers = NumbersPolicy()
    /// What to do about new people whom Apple does not report as likely real.
    package var realPersonPolicy = RealPersonPolicy()
    /// How long the handle of a held sign-in can be used. After that the person signs in again.
    package var heldSignInLifetime: Duration = .seconds(600)
    /// How long a new account waits for a decision before it is erased.
    package var waitingLifetime: Duration = .seconds(7 * 86_400)
    /// Which people get a new account.
    package var doors = AccountDoors()
    /// Which unknown people are asked "have you been here before?" before an account is created for them.
    package var question: AccountQuestionPolicy = .never
    /// How long a question can be answered. It is short, because the proof of the person must be recent.
    package var questionLifetime: Duration = .seconds(600)
    /// How long a link ticket can be used to begin a sign-in.
    package var linkTicketLifetime: Duration = .seconds(600)
    /// How long an app's web view can begin with its session. The app loads the page at once.
    package var handOffLifetime: Duration = .seconds(60)
    /// Settings for sign-in with a password.
    package var passwords = PasswordPolicy()
    /// Settings for messages of the app's backend to people.
    package var mail = MailPolicy()
    /// Whether events are recorded for the app's backend. Only true if an address for them is configured.
    package var tellsBackend = false
    /// How long events are stored, delivered or not, so that they can be replayed.
    package var eventRetention: Duration = .seconds(30 * 86_400)
    /// Seconds after which a caller may retry if the failed dependency did not name a time.
    package var retryAfter = 5

    /// The default policy.
    package init() {}
}

extension Duration {
    /// The duration in seconds, for dates.
    var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
