import AccountStorage

/// What to do about a new person whom Apple does not report as likely real, for each platform.
///
/// Decided once, when the account is created: later values are meaningless (Apple's documentation of
/// `ASUserDetectionStatus`), and browsers send none.
package struct RealPersonPolicy: Sendable, Equatable {
    /// The possible responses.
    package enum Response: String, Sendable, CaseIterable {
        /// Let the person in.
        case allow
        /// Let the person in, record it in the audit, and tell the app's backend.
        case mark
        /// Create the account disabled, until the app's backend has further proof and accepts the person (``HeldSignIns``).
        case ask
        /// Create the account disabled, until the operator or the app's backend accepts the person.
        case hold
    }

    /// For the value "unknown" from a device.
    package var unknown: Response = .mark
    /// For the value "unsupported" from a device, or none.
    package var unsupported: Response = .allow
    /// For browsers, where Apple sends no value.
    package var web: Response = .allow
    /// For Android apps, where Apple sends no value.
    package var android: Response = .allow

    /// Apple's advice: record it, and lock nobody out.
    package init() {}

    /// Decides about a person who has no account yet.
    func decide(_ signal: RealPersonSignal?, on platform: Platform) -> Response {
        switch (platform, signal) {
        // A client of the OpenID Provider never signs anybody in by itself: people sign in in a browser.
        case (.web, _), (.openID, _): web
        case (.android, _): android
        case (.native, .likelyReal): .allow
        case (.native, .unknown): unknown
        case (.native, .unsupported), (.native, nil): unsupported
        }
    }
}
