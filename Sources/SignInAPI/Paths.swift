/// Every path of the service, in the order a reader of the documentation meets them.
public enum Paths {
    /// Begins a native sign-in: `POST`, answers an attempt and its nonce.
    public static let nativeAttempts = "/v1/native/attempts"
    /// Completes a native sign-in: `POST`, answers a session.
    public static let nativeSignIn = "/v1/native/sign-in"
    /// Answers the question "have you been here before?": `POST`, answers a session.
    public static let nativeAnswers = "/v1/native/answers"
    /// Renews a session: `POST`, answers a session with new tokens.
    public static let sessionRefresh = "/v1/sessions/refresh"
    /// Ends the session of the access token: `POST`, answers nothing.
    public static let sessionEnd = "/v1/sessions/end"
    /// The live sessions of the account: `GET`.
    public static let sessions = "/v1/sessions"
    /// Ends one session of the account: `POST`, answers nothing.
    public static let sessionEndOne = "/v1/sessions/end-one"
    /// Ends every session of the account but the one that asks: `POST`, answers how many.
    public static let sessionEndOthers = "/v1/sessions/end-others"
    /// Sessions that were ended, for services that check access tokens themselves: `GET`.
    public static let endedSessions = "/v1/ended-sessions"
    /// The account of the access token: `GET` reads it, `PATCH` changes the name, `DELETE` deletes it.
    public static let account = "/v1/account"
    /// Everything that is held about the account: `GET`.
    public static let accountExport = "/v1/account/export"

    /// The ways into the account of the access token: `GET`.
    public static let accountIdentities = "/v1/account/identities"
    /// Takes a way into the account away: `POST`, answers nothing.
    public static let accountUnlink = "/v1/account/identities/unlink"

    /// Signs in with a name and a password: `POST`, answers a session.
    public static let passwordSignIn = "/v1/password/sign-in"
    /// Asks for a new password by mail: `POST`, answers nothing.
    public static let passwordResetRequests = "/v1/password/reset-requests"
    /// Sets a new password by a mailed code: `POST`, answers nothing.
    public static let passwordReset = "/v1/password/reset"
    /// The password of the account of the access token: `GET` tells whether there is one, `POST` replaces it.
    public static let accountPassword = "/v1/account/password"
    /// Begins the sign-in by Apple after which the account has no password: `POST`, answers an attempt and its nonce.
    public static let accountPasswordUpgrade = "/v1/account/password/upgrade"

    /// For the app's backend, with a service key: one account, `GET`.
    public static let backendAccount = "/v1/accounts"
    /// Gives an account its name in the app's own system: `POST`.
    public static let backendName = "/v1/accounts/name"
    /// Closes an account to sign-in: `POST`, answers nothing.
    public static let backendDisable = "/v1/accounts/disable"
    /// Opens a closed account: `POST`, answers nothing.
    public static let backendEnable = "/v1/accounts/enable"
    /// Deletes an account: `POST`.
    public static let backendDelete = "/v1/accounts/delete"
    /// Puts out whoever got into an account beside its owner: `POST`, answers nothing.
    public static let backendRecover = "/v1/accounts/recover"
    /// Issues a link ticket for a signed-in user of the app: `POST`.
    public static let linkTickets = "/v1/link-tickets"

    /// Where a browser lands that was to go nowhere else: says whether somebody is signed in. `GET`.
    public static let start = "/"
    /// Starts a sign-in in a browser: `GET`.
    public static let webSignIn = "/web/sign-in"
    /// Where Apple posts the result: `POST`. Registered with Apple, so it never changes.
    public static let webCallback = "/web/callback"
    /// Ends the session of the browser: `POST`.
    public static let webSignOut = "/web/sign-out"

    /// "Have you been here before?", as a page, and its answer: `GET` and `POST`.
    public static let webQuestion = "/web/question"
    /// Links with a ticket of the app's backend: a page that asks once more, and the way to Apple: `POST`.
    public static let webLink = "/web/link"
    /// Links another identity to the account of the browser's session: `GET` and `POST`.
    public static let webAccountLink = "/web/account/link"
    /// Takes a way into the account away, from the page: `POST`.
    public static let webAccountUnlink = "/web/account/unlink"

    /// Sign-in with a name and a password, as a page: `GET` and `POST`.
    public static let webPasswordSignIn = "/web/password/sign-in"
    /// Asks for a new password by mail, as a page: `GET` and `POST`.
    public static let webPasswordForgotten = "/web/password/forgotten"
    /// Sets a new password by a mailed code, as a page: `GET` and `POST`.
    public static let webPasswordReset = "/web/password/reset"
    /// Another password for one's own account, as a page: `GET` and `POST`.
    public static let webAccountPassword = "/web/account/password"
    /// Sign in with Apple instead of the password, as a page: `GET` and `POST`.
    public static let webAccountUpgrade = "/web/account/upgrade"

    /// Name, sessions, a copy of everything, and the way out, as a page: `GET`.
    public static let webAccount = "/web/account"
    /// Ends one session from the page: `POST`.
    public static let webAccountEndSession = "/web/account/end-session"
    /// Ends every other session from the page: `POST`.
    public static let webAccountEndOthers = "/web/account/end-others"
    /// A copy of everything, as a file: `GET`.
    public static let webAccountExport = "/web/account/export"
    /// Asks once more, and deletes the account: `GET` and `POST`.
    public static let webAccountDelete = "/web/account/delete"

    /// Where Apple posts its notifications: `POST`. Registered with Apple, so it never changes.
    public static let appleNotifications = "/apple/notifications"

    /// Every error code with its meaning, as a page: `GET`.
    public static let errorCodes = "/errors"
    /// Our public keys for access tokens: `GET`.
    public static let keySet = "/.well-known/jwks.json"
    /// Whether the process is alive: `GET`.
    public static let live = "/health/live"
    /// Whether requests can be served: `GET`.
    public static let ready = "/health/ready"
    /// What happened how often, in Prometheus' text form: `GET`.
    public static let metrics = "/metrics"
}
