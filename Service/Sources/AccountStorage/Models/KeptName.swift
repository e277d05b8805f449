public import Foundation

/// The name that Apple sends only once, kept until an account can hold it.
public struct KeptName: Sendable, Equatable {
    /// Whose name it is.
    public let identityID: IdentityID
    /// The name, encrypted.
    public var sealedName: [UInt8]
    /// When it arrived.
    public var keptAt: Date
    /// From when it is no longer to be used.
    public var expiresAt: Date

    /// A kept name with these values.
    public init(identityID: IdentityID, sealedName: [UInt8], keptAt: Date, expiresAt: Date) {
        self.identityID = identityID
        self.sealedName = sealedName
        self.keptAt = keptAt
        self.expiresAt = expiresAt
    }
}
