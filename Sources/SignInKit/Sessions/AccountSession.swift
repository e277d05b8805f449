public import Foundation

/// A device or browser on which a person is signed in.
public struct AccountSession: Sendable, Equatable, Identifiable {
    /// The id, with which the session is ended. It is not a secret.
    public let id: String
    /// The name of the app in the backend's configuration.
    public let client: String
    /// `native`, `web`, `android` or `openid`. Later versions may add others.
    public let platform: String
    /// The browser and its system as people know them, such as `Firefox (Windows)`.
    public let browser: String?
    /// Whether it is the session of this app.
    public let isCurrent: Bool
    /// When it began.
    public let beganAt: Date
    /// When it was last renewed.
    public let renewedAt: Date

    /// Creates a session.
    public init(
        id: String, client: String, platform: String, browser: String? = nil, isCurrent: Bool, beganAt: Date,
        renewedAt: Date
    ) {
        self.id = id
        self.client = client
        self.platform = platform
        self.browser = browser
        self.isCurrent = isCurrent
        self.beganAt = beganAt
        self.renewedAt = renewedAt
    }
}
