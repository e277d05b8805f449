#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a verifier asks of a token beyond what its signature, issuer and audience say.
public struct TokenPolicy: Sendable, Equatable {
    /// Seconds that a token may live, `exp` less `iat`.
    ///
    /// Apple's tokens live 24 hours, and lived ten minutes until 2020; nothing announced the change. `exp` ends a token in any
    /// case, so this only keeps out what no token of Apple's looks like.
    public var maximumLifetime: TimeInterval

    /// Seven days.
    public static let standard = TokenPolicy()

    /// A policy of one's own.
    public init(maximumLifetime: TimeInterval = 604_800) {
        self.maximumLifetime = maximumLifetime
    }
}
