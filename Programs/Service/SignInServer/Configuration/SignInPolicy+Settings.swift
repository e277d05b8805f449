import PasswordHashing
import Settings
import SignInFlows

extension NumbersPolicy {
    /// Reads the settings of the daily numbers.
    fileprivate init(_ settings: SettingsReader) {
        self.init()
        days = settings.number("numbers.days", days, in: 1...36_600, "How many days the daily numbers are kept.")
        hiddenBelow = settings.number(
            "numbers.hide_below", hiddenBelow, in: 0...1_000,
            "Numbers that are less than this are hidden, for example 5 ([numbers.md](operations/numbers.md#small-numbers))."
        )
        otherProviders = settings.list(
            "numbers.providers",
            "The app's other logins, such as `phone`, whose numbers your backend reports "
                + "([numbers.md](operations/numbers.md#other-logins)).")
        for name in otherProviders where !Self.isOtherProvider(name) {
            settings.add(
                fault:
                    "numbers.providers: a name must have 1 to 40 of a-z, 0-9, '-', '_', '.', and not be apple, password "
                    + "or openid")
        }
    }
}

extension RealPersonPolicy {
    /// Reads what happens to new people.
    fileprivate init(_ settings: SettingsReader) {
        self.init()
        unknown = settings.choice(
            "real_person.unknown", unknown,
            "What happens to a new person with Apple's real-user status `unknown`. Apple advises to check them further, and "
                + "never to block them ([below](#real-people))."
        )
        unsupported = settings.choice(
            "real_person.unsupported", unsupported,
            "The same for the status `unsupported`, and for a device that reports none.")
        web = settings.choice(
            "real_person.web", web, "The same for browsers, for which Apple reports no status.")
        android = settings.choice(
            "real_person.android", android,
            "The same for clients of kind `android`, for which Apple reports no status.")
    }
}

extension PasswordPolicy {
    /// Reads who may sign in with a password, and how new hashes are made.
    init(_ settings: SettingsReader) {
        self.init()
        isOn = settings.flag(
            "passwords.enabled", isOn,
            "People who have a password can sign in with it; nobody can register with one ([below](#passwords))."
        )
        let logarithm = settings.number(
            "passwords.scrypt_log_n", parameters.logarithmOfN, in: 10...18,
            "New hashes use scrypt with N = 2 to this power, r = 8, p = 1 ([below](#passwords)).")
        parameters = ScryptParameters(logarithmOfN: logarithm) ?? parameters
    }
}

extension SignInPolicy {
    /// Reads the settings of the policy. The defaults are the policy's own, except for the question.
    init(_ settings: SettingsReader) {
        self.init()
        readSignIns(settings)
        readSessions(settings)
        auditRetention = settings.time(
            "audit.days", auditRetention, in: 1...3650, "How long audit entries are kept.")
        numbers = NumbersPolicy(settings)
        realPersonPolicy = RealPersonPolicy(settings)
        waitingLifetime = settings.time(
            "real_person.days", waitingLifetime, in: 1...400,
            "How long a new account waits for a decision before it is erased, with `ask` and `hold`.")
    }

    private mutating func readSignIns(_ settings: SettingsReader) {
        attemptLifetime = settings.time(
            "sign_in.lifetime_seconds", attemptLifetime, in: 60...3600,
            "How long a sign-in may take, password and second factor included.")
        usesCodeChallenge = settings.flag(
            "sign_in.code_challenge", usesCodeChallenge,
            "Send Apple a code challenge with web sign-ins (PKCE, RFC 7636). Apple honours one without documenting it.")
        doors.newAccounts = settings.choice(
            "sign_in.new_accounts", doors.newAccounts, "Who gets a new account ([below](#who-gets-an-account)).")
        doors.hiddenAddresses = settings.choice(
            "sign_in.hidden_addresses", doors.hiddenAddresses,
            "Whether a new person may hide the email address. Read about App Review before you refuse it "
                + "([below](#who-gets-an-account)).")
        // The flows ask nobody unless they are told to. A person who hides their address may have an account already.
        question = settings.choice(
            "sign_in.question", .hiddenAddress, "Who is asked \"Have you been here before?\" ([below](#questions)).")
        linkTicketLifetime = settings.time(
            "sign_in.link_ticket_seconds", linkTicketLifetime, in: 30...600,
            "How long a link ticket can be used to begin a sign-in.")
    }

    private mutating func readSessions(_ settings: SettingsReader) {
        idleLifetime = settings.time(
            "sessions.idle_days", idleLifetime, in: 1...400, "A session that is not used for this long ends.")
        absoluteLifetime = settings.time(
            "sessions.absolute_days", absoluteLifetime, in: 1...3650, "A session ends at this age even if it is in use."
        )
        if idleLifetime > absoluteLifetime {
            settings.add(fault: "sessions.idle_days: must not be greater than sessions.absolute_days")
        }
    }
}
