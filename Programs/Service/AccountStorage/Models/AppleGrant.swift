public import Foundation

/// Apple's refresh token for one identity and one of our clients.
public struct AppleGrant: Sendable, Equatable {
    /// The identity that Apple issued the token for.
    public let identityID: IdentityID
    /// Apple's identifier of the client that it was issued to.
    public let clientID: String
    /// Apple's refresh token, encrypted; `nil` while it is missing. The next sign-in then obtains one.
    public var sealedRefreshToken: [UInt8]?
    /// When the token was obtained, or found to be missing.
    public var obtainedAt: Date
    /// The time for which the last check of the token at Apple was scheduled; `nil` before the first one.
    public var checkedAt: Date?
    /// When the token was last known to be alive: Apple issued it or accepted it. `nil` while that is not known, as for
    /// an imported token, and without a token.
    public var aliveAt: Date?

    /// Whether Apple ever accepted the token from this client.
    public var wasSeenAlive: Bool { aliveAt != nil }

    /// A grant with these values.
    public init(
        identityID: IdentityID, clientID: String, sealedRefreshToken: [UInt8]?, obtainedAt: Date, checkedAt: Date?,
        aliveAt: Date?
    ) {
        self.identityID = identityID
        self.clientID = clientID
        self.sealedRefreshToken = sealedRefreshToken
        self.obtainedAt = obtainedAt
        self.checkedAt = checkedAt
        self.aliveAt = aliveAt
    }

    /// A grant whose token, if there is one, Apple issued at `obtainedAt`.
    public init(identityID: IdentityID, clientID: String, sealedRefreshToken: [UInt8]?, obtainedAt: Date) {
        self.init(
            identityID: identityID, clientID: clientID, sealedRefreshToken: sealedRefreshToken, obtainedAt: obtainedAt,
            checkedAt: nil, aliveAt: sealedRefreshToken == nil ? nil : obtainedAt)
    }
}
