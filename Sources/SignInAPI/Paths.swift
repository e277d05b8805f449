/// All paths of the service, in the order of the documentation.
public enum Paths {
    /// Begins a native sign-in: `POST`, returns an attempt and its nonce.
    public static let nativeAttempts = "/v1/native/attempts"
    /// Completes a native sign-in: `POST`, returns a session.
    public static let nativeSignIn = "/v1/native/sign-in"
    /// Answers the question "have you been here before?": `POST`, returns a session.
    public static let nativeAnswers = "/v1/native/answers"
    /// Begins a sign-in on a page that uses Apple's script: `POST`, returns what the script needs.
    public static let scriptAttempts = "/v1/script/attempts"
    /// Completes a sign-in on a page that uses Apple's script: `POST`, returns a session.
    public static let scriptSignIn = "/v1/script/sign-in"
    /// Renews a session: `POST`, returns a session with new tokens.
    public static let sessionRefresh = "/v1/sessions/refresh"
    /// Ends the session of the access token: `POST`, returns nothing.
    public static let sessionEnd = "/v1/sessions/end"
    /// Lists the live sessions of the account: `GET`.
    public static let sessions = "/v1/sessions"
    /// Ends one session of the account: `POST`, returns nothing.
    public static let sessionEndOne = "/v1/sessions/end-one"
    /// Ends every session of the account but the current one: `POST`, returns their number.
    public static let sessionEndOthers = "/v1/sessions/end-others"
    /// Fetches a code with which a web view begins with the app's session: `POST`.
    public static let sessionHandOff = "/v1/sessions/hand-off"
    /// Says whether a request has a session, for a proxy in front of another application: `GET`, returns headers.
    public static let sessionCheck = "/v1/sessions/check"
    /// Lists ended sessions, for services that verify access tokens themselves: `GET`.
    public static let endedSessions = "/v1/ended-sessions"
    /// The account of the access token: `GET` reads it, `PATCH` changes the name, `DELETE` deletes it.
    public static let account = "/v1/account"
    /// Returns all data held about the account: `GET`.
    public static let accountExport = "/v1/account/export"

    /// Lists the identities that lead to the account of the access token: `GET`.
    public static let accountIdentities = "/v1/account/identities"
    /// Unlinks an identity from the account: `POST`, returns nothing.
    public static let accountUnlink = "/v1/account/identities/unlink"

    /// Signs in with a name and a password: `POST`, returns a session.
    public static let passwordSignIn = "/v1/password/sign-in"
    /// Requests a mail to set a new password: `POST`, returns nothing.
    public static let passwordResetRequests = "/v1/password/reset-requests"
    /// Sets a new password with a mailed code: `POST`, returns nothing.
    public static let passwordReset = "/v1/password/reset"
    /// The password of the access token's account: `GET` says whether there is one, `POST` replaces it.
    public static let accountPassword = "/v1/account/password"
    /// Begins the sign-in with Apple that replaces the account's password: `POST`, returns an attempt and its nonce.
    public static let accountPasswordUpgrade = "/v1/account/password/upgrade"

    /// Returns one account to the app's backend, which authenticates with a service key: `GET`.
    public static let backendAccount = "/v1/accounts"
    /// Sets an account's id in the app's own system: `POST`.
    public static let backendName = "/v1/accounts/name"
    /// Disables sign-in to an account: `POST`, returns nothing.
    public static let backendDisable = "/v1/accounts/disable"
    /// Enables a disabled account: `POST`, returns nothing.
    public static let backendEnable = "/v1/accounts/enable"
    /// Says whom a held sign-in is about: `POST`.
    public static let backendHeld = "/v1/accounts/held"
    /// Opens the account of a held sign-in: `POST`, returns nothing.
    public static let backendHeldAccept = "/v1/accounts/held/accept"
    /// Closes the account of a held sign-in for good: `POST`, returns nothing.
    public static let backendHeldReject = "/v1/accounts/held/reject"
    /// Deletes an account: `POST`.
    public static let backendDelete = "/v1/accounts/delete"
    /// Removes the access of anybody who got into an account besides its owner: `POST`, returns nothing.
    public static let backendRecover = "/v1/accounts/recover"
    /// Issues a link ticket for a signed-in user of the app: `POST`.
    public static let linkTickets = "/v1/link-tickets"
    /// Returns how many people registered and signed in on each day: `GET`.
    public static let numbers = "/v1/numbers"
    /// Takes a report about the app's other logins, for the same numbers: `POST`, returns nothing.
    public static let numbersOfOtherLogins = "/v1/numbers/other-logins"
    /// Takes a report about a message that the app's backend sent to a relay address: `POST`.
    public static let mailReports = "/v1/mail/reports"
    /// Takes the same report as a bounce, as it came: `POST`.
    public static let mailBounces = "/v1/mail/bounces"
    /// Sends a message to a person: `POST`. Says what became of one: `GET`.
    public static let mailMessages = "/v1/mail/messages"

    /// The page for browsers without another destination. It says whether somebody is signed in: `GET`.
    public static let start = "/"
    /// Starts a sign-in in a browser: `GET`.
    public static let webSignIn = "/web/sign-in"
    /// The endpoint to which Apple posts the result: `POST`. It is registered with Apple, so it never changes.
    public static let webCallback = "/web/callback"
    /// Ends the session of the browser: `POST`.
    public static let webSignOut = "/web/sign-out"
    /// Ends the sessions of the OpenID clients that stayed signed in after a sign-out: `POST`.
    public static let webSignOutClients = "/web/sign-out/clients"
    /// Begins in an app's web view with the app's session, and leads to the page of the code: `POST`.
    public static let webHandOff = "/web/hand-off"

    /// The logo of a page, named by its hash: `GET`.
    public static let webLogo = "/web/logo"

    /// The question "have you been here before?" as a page, and its answer: `GET` and `POST`.
    public static let webQuestion = "/web/question"
    /// Where a person waits for the decision about their new account, and gets in once it is open: `GET`.
    public static let webWaiting = "/web/waiting"
    /// Links with a ticket of the app's backend. A page asks for confirmation and leads to Apple: `POST`.
    public static let webLink = "/web/link"
    /// Links another identity to the account of the browser's session: `GET` and `POST`.
    public static let webAccountLink = "/web/account/link"
    /// Unlinks an identity from the account, from the page: `POST`.
    public static let webAccountUnlink = "/web/account/unlink"

    /// Signs in with a name and a password, as a page: `GET` and `POST`.
    public static let webPasswordSignIn = "/web/password/sign-in"
    /// Requests a mail to set a new password, as a page: `GET` and `POST`.
    public static let webPasswordForgotten = "/web/password/forgotten"
    /// Sets a new password with a mailed code, as a page: `GET` and `POST`.
    public static let webPasswordReset = "/web/password/reset"
    /// Changes the password of one's own account, as a page: `GET` and `POST`.
    public static let webAccountPassword = "/web/account/password"
    /// Replaces the password by Sign in with Apple, as a page: `GET` and `POST`.
    public static let webAccountUpgrade = "/web/account/upgrade"

    /// The account page with name, sessions, a copy of all data, and deletion: `GET`.
    public static let webAccount = "/web/account"
    /// Ends one session from the page: `POST`.
    public static let webAccountEndSession = "/web/account/end-session"
    /// Ends every other session from the page: `POST`.
    public static let webAccountEndOthers = "/web/account/end-others"
    /// Returns a copy of all data as a file: `GET`.
    public static let webAccountExport = "/web/account/export"
    /// Asks for confirmation and deletes the account: `GET` and `POST`.
    public static let webAccountDelete = "/web/account/delete"
    /// Withdraws the consent to an OpenID client from the page: `POST`.
    public static let webAccountConsentWithdraw = "/web/account/consents/withdraw"

    /// Describes the OpenID Provider (OpenID Connect Discovery section 4): `GET`.
    public static let openIDConfiguration = "/.well-known/openid-configuration"
    /// The same description for OAuth 2.0 clients (RFC 8414 section 3): `GET`.
    public static let authorizationServerMetadata = "/.well-known/oauth-authorization-server"
    /// Begins a sign-in to an OpenID client, in a browser: `GET` and `POST`.
    public static let oauthAuthorize = "/oauth/authorize"
    /// Goes on with an authorization request after a sign-in, and asks the person: `GET` and `POST`.
    public static let oauthContinue = "/oauth/continue"
    /// Exchanges a code or a refresh token of an OpenID client: `POST`, returns tokens.
    public static let oauthToken = "/oauth/token"
    /// Returns the claims about the person of an OpenID client's access token: `GET` and `POST`.
    public static let oauthUserInfo = "/oauth/userinfo"
    /// Revokes a token of an OpenID client, and ends its session: `POST`, returns nothing.
    public static let oauthRevoke = "/oauth/revoke"
    /// Tells a confidential OpenID client about a token: `POST`.
    public static let oauthIntrospect = "/oauth/introspect"
    /// Signs the browser out on behalf of an OpenID client: `GET` and `POST`.
    public static let oauthLogout = "/oauth/logout"
    /// Signs the browser out after the person confirmed it on the page: `POST`.
    public static let oauthLogoutConfirm = "/oauth/logout/confirm"

    /// Where an Android app receives its code by an App Link. A browser shows a page if the app did not open: `GET`.
    public static let oauthApp = "/oauth/app"
    /// Names the Android apps that may open links to the service's host (Digital Asset Links): `GET`.
    public static let assetLinks = "/.well-known/assetlinks.json"
    /// The client for web pages, the newest of its major version: `GET`.
    public static let browserClient = "/oauth/siwa/1/siwa.js"
    /// Its types for TypeScript: `GET`.
    public static let browserClientTypes = "/oauth/siwa/1/siwa.d.ts"
    /// The exact version and the hashes of these files: `GET`.
    public static let browserClientIntegrity = "/oauth/siwa/1/integrity.json"
    /// The client for web pages in exactly this version: `GET`.
    public static let exactBrowserClient = "/oauth/siwa/1.0.0/siwa.js"
    /// The types of exactly this version: `GET`.
    public static let exactBrowserClientTypes = "/oauth/siwa/1.0.0/siwa.d.ts"

    /// The endpoint to which Apple posts notifications: `POST`. It is registered with Apple, so it never changes.
    public static let appleNotifications = "/apple/notifications"
    /// Names the apps that may use passwords saved for the service's domain (Apple's associated domains): `GET`.
    public static let appleAppSiteAssociation = "/.well-known/apple-app-site-association"

    /// All error codes with their meanings, as a page: `GET`.
    public static let errorCodes = "/errors"
    /// The service's public keys for access tokens and ID tokens: `GET`.
    public static let keySet = "/.well-known/jwks.json"
    /// Whether the process is running: `GET`.
    public static let live = "/health/live"
    /// Whether requests can be served: `GET`.
    public static let ready = "/health/ready"
    /// Metrics in the Prometheus text format: `GET`.
    public static let metrics = "/metrics"
}
