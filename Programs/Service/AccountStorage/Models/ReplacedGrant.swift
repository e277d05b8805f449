public import Foundation

/// Identifies one replaced token.
public typealias ReplacedGrantID = Identifier<ReplacedGrant>

/// A refresh token of Apple's that a newer one has replaced.
///
/// Apple does not say whether the older token still works, so it is kept until it is revoked with the others.
public struct ReplacedGrant: Sendable, Equatable {
    /// Derived from the token as it was sealed when it was replaced.
    public let id: ReplacedGrantID
    /// The identity that Apple issued the token for.
    public let identityID: IdentityID
    /// Apple's identifier of the client that it was issued to.
    public let clientID: String
    /// Apple's refresh token, encrypted.
    public var sealedRefreshToken: [UInt8]
    /// When the token was last known to be alive; `nil` if Apple never accepted it here.
    public var aliveAt: Date?
    /// When it was replaced.
    public var replacedAt: Date

    /// A replaced token with these values.
    public init(
        id: ReplacedGrantID, identityID: IdentityID, clientID: String, sealedRefreshToken: [UInt8], aliveAt: Date?,
        replacedAt: Date
    ) {
        self.id = id
        self.identityID = identityID
        self.clientID = clientID
        self.sealedRefreshToken = sealedRefreshToken
        self.aliveAt = aliveAt
        self.replacedAt = replacedAt
    }
}
