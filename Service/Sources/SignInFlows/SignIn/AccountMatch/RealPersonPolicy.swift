import AccountStorage

/// What is done about a new person of whom Apple's device is not sure, for each platform.
///
/// Decided once, when the account is made: later values say nothing (Apple's documentation of
/// `ASUserDetectionStatus`), and browsers send none.
package struct RealPersonPolicy: Sendable, Equatable {
    /// What can be done.
    package enum Response: String, Sendable, CaseIterable {
        /// Let the person in.
        case allow
        /// Let the person in, and write it down where the operator finds it.
        case mark
        /// Make the account, and keep it closed until the app has another proof and its operator opens the account.
        case ask
        /// Make the account, and keep it closed until the operator opens it.
        case hold
    }

    /// When a device says "unknown".
    package var unknown: Response = .mark
    /// When a device says "unsupported", or nothing at all.
    package var unsupported: Response = .allow
    /// When the person comes through a browser, where Apple says nothing.
    package var web: Response = .allow
    /// When the person comes from an Android app, where Apple says nothing.
    package var android: Response = .allow

    /// Apple's advice: write it down, shut nobody out.
    package init() {}

    /// Decides about a person who has no account yet.
    func decide(_ signal: RealPersonSignal?, on platform: Platform) -> Response {
        switch (platform, signal) {
        case (.web, _): web
        case (.android, _): android
        case (.native, .likelyReal): .allow
        case (.native, .unknown): unknown
        case (.native, .unsupported), (.native, nil): unsupported
        }
    }
}
