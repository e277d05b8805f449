#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Requirements on a token beyond its signature, issuer and audience.
public struct TokenPolicy: Sendable, Equatable {
    /// The maximum lifetime of a token in seconds, `exp` minus `iat`.
    ///
    /// Apple's tokens live 24 hours, and lived ten minutes until 2020. The change was not announced. `exp` limits a
    /// token in any case, so this limit only refuses tokens unlike any that Apple issues.
    public var maximumLifetime: TimeInterval

    /// The default policy: seven days.
    public static let standard = TokenPolicy()

    /// Creates a custom policy.
    public init(maximumLifetime: TimeInterval = 604_800) {
        self.maximumLifetime = maximumLifetime
    }
}
