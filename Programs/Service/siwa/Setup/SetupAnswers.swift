import SignInFlows

/// What `siwa setup` asks, checked.
struct SetupAnswers: Sendable, Equatable {
    /// The address under which browsers reach the service.
    var publicURL: PublicURL
    /// Where the service listens, `HOST:PORT`.
    var listen: String
    /// The addresses of the proxy; empty if browsers reach the service directly.
    var proxies: [String]
    /// The folder of the database and of the service's own keys.
    var dataFolder: String
    /// The Team ID at Apple.
    var teamID: String
    /// The Key ID at Apple.
    var keyID: String
    /// The path of the key's `.p8` file.
    var keyFile: String
    /// The bundle ID of the app for Apple platforms; nil without one.
    var bundleID: String?
    /// The primary App ID of the app and the Services ID.
    var primaryAppID: String
    /// The Services ID for browsers and Android; nil without one.
    var servicesID: String?
    /// URLs outside of the public address to which a browser may be sent after sign-in.
    var returnURLs: [String]
    /// The sender of mail to people who have a password; nil if nobody has one.
    var mailFrom: String?
    /// The origin of the emulator that takes Apple's place; nil for Apple.
    var emulator: String?
}
