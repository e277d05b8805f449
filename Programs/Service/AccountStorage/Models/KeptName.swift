public import Foundation

/// The name that Apple sends only once, kept until an account has it.
public struct KeptName: Sendable, Equatable {
    /// The identity that it came with.
    public let identityID: IdentityID
    /// The name, encrypted.
    public var sealedName: [UInt8]
    /// When it arrived.
    public var keptAt: Date
    /// When it may no longer be used.
    public var expiresAt: Date

    /// A kept name with these values.
    public init(identityID: IdentityID, sealedName: [UInt8], keptAt: Date, expiresAt: Date) {
        self.identityID = identityID
        self.sealedName = sealedName
        self.keptAt = keptAt
        self.expiresAt = expiresAt
    }
}
