import Foundation

/// How long things live and how often they may fail. Every value has a default that suits most services.
package struct SignInPolicy: Sendable, Equatable {
    /// From the start of a sign-in to its end; Apple's code lives five minutes, so ten leave time to type a password.
    package var attemptLifetime: Duration = .seconds(600)
    /// Longer than a completion takes: one call of Apple's token endpoint, one for its keys, and the database. A process that
    /// died in between finishes nothing, so after this nobody who repeats the request is kept waiting.
    package var longestCompletion: Duration = .seconds(30)
    /// Failed verifications after which an attempt is ended.
    package var maximumFailures = 5
    /// How long a first-time name waits for its account; Apple never sends it again.
    package var keptNameLifetime: Duration = .seconds(7 * 86_400)
    /// A session that is not used for this long ends.
    package var idleLifetime: Duration = .seconds(30 * 86_400)
    /// A session ends at this age even if it is in use.
    package var absoluteLifetime: Duration = .seconds(180 * 86_400)
    /// A browser session's idle limit is pushed on at most this often, so that reading a page seldom writes.
    package var cookieRenewalInterval: Duration = .seconds(3_600)
    /// Whether web sign-ins carry a code challenge (RFC 7636). Apple honours one but neither documents nor announces it;
    /// the nonce and `c_hash` already bind the code to the sign-in (RFC 9700 section 4.5.3.2), so it is off by default.
    package var usesCodeChallenge = false
    /// Deleting an account, and what else cannot be undone, needs a sign-in that is no older than this.
    package var freshSignInWindow: Duration = .seconds(600)
    /// How long a notification of Apple's is remembered, so that its repeat changes nothing.
    package var notificationRetention: Duration = .seconds(90 * 86_400)
    /// How long an account without a way in waits, closed, until it is erased.
    package var erasureDelay: Duration = .seconds(30 * 86_400)
    /// How long audit entries are kept.
    package var auditRetention: Duration = .seconds(400 * 86_400)
    /// What is done about people of whom Apple's device is not sure.
    package var realPersonPolicy = RealPersonPolicy()
    /// Whom to ask "have you been here before?" before an account is made for them.
    package var question: AccountQuestionPolicy = .never
    /// How long that question waits for its answer: the proof of the person must not get old.
    package var questionLifetime: Duration = .seconds(600)
    /// How long a link ticket can be used to begin a sign-in.
    package var linkTicketLifetime: Duration = .seconds(600)
    /// What holds for people with a password.
    package var passwords = PasswordPolicy()
    /// Whether what happens to accounts is written down for the app's backend; without an address to tell it to, nothing is.
    package var tellsBackend = false
    /// How long events are kept after they happened, told or not, so that they can be told again.
    package var eventRetention: Duration = .seconds(30 * 86_400)
    /// Seconds after which a caller may try again when a dependency did not say.
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
