/// Every path of the service, in the order a reader of the documentation meets them.
public enum Paths {
    /// Begins a native sign-in: `POST`, answers an attempt and its nonce.
    public static let nativeAttempts = "/v1/native/attempts"
    /// Completes a native sign-in: `POST`, answers a session.
    public static let nativeSignIn = "/v1/native/sign-in"
    /// Renews a session: `POST`, answers a session with new tokens.
    public static let sessionRefresh = "/v1/sessions/refresh"
    /// Ends the session of the access token: `POST`, answers nothing.
    public static let sessionEnd = "/v1/sessions/end"
    /// The account of the access token: `GET`.
    public static let account = "/v1/account"

    /// Where a browser lands that was to go nowhere else: says whether somebody is signed in. `GET`.
    public static let start = "/"
    /// Starts a sign-in in a browser: `GET`.
    public static let webSignIn = "/web/sign-in"
    /// Where Apple posts the result: `POST`. Registered with Apple, so it never changes.
    public static let webCallback = "/web/callback"
    /// Ends the session of the browser: `POST`.
    public static let webSignOut = "/web/sign-out"

    /// Every error code with its meaning, as a page: `GET`.
    public static let errorCodes = "/errors"
    /// Our public keys for access tokens: `GET`.
    public static let keySet = "/.well-known/jwks.json"
    /// Whether the process is alive: `GET`.
    public static let live = "/health/live"
    /// Whether requests can be served: `GET`.
    public static let ready = "/health/ready"
}
