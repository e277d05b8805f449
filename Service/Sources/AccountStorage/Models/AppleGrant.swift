public import Foundation

/// Apple's permission for one client of ours to ask after one identity.
public struct AppleGrant: Sendable, Equatable {
    /// Whose permission it is.
    public let identityID: IdentityID
    /// Apple's name of the client it was given to.
    public let clientID: String
    /// Apple's refresh token, encrypted; `nil` when it is missing and to be obtained at the next sign-in.
    public var sealedRefreshToken: [UInt8]?
    /// When the token was obtained, or found to be missing.
    public var obtainedAt: Date
    /// When Apple was last to be asked whether the token still stands; `nil` while nobody wanted to know.
    public var checkedAt: Date?
    /// Whether Apple ever took the token from this client; of an imported one nobody here knows.
    public var wasSeenAlive: Bool

    /// A grant with these values.
    public init(
        identityID: IdentityID, clientID: String, sealedRefreshToken: [UInt8]?, obtainedAt: Date,
        checkedAt: Date? = nil, wasSeenAlive: Bool = true
    ) {
        self.identityID = identityID
        self.clientID = clientID
        self.sealedRefreshToken = sealedRefreshToken
        self.obtainedAt = obtainedAt
        self.checkedAt = checkedAt
        self.wasSeenAlive = wasSeenAlive
    }
}
