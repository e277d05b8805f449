public import Foundation

/// Names one credential of a service.
public typealias CredentialID = Identifier<ServiceCredential>

/// What a service of the operator shows to be let in.
public struct ServiceCredential: Sendable, Equatable {
    /// What a credential may be used for. The raw value is a stable code.
    public enum Scope: String, Sendable, CaseIterable {
        /// Look at every account: name, address, the app's name for it, whether it is closed.
        case accountsRead = "accounts:read"
        /// Close, open and delete any account, put out everybody who gets into one, and name those without a name.
        case accountsWrite = "accounts:write"
        /// Vouch for any of the app's users by a link ticket: whoever signs in with it, by whatever Apple Account, is in the
        /// account of that user from then on.
        case link
        /// Read metrics, and which sessions ended when.
        case operations
    }

    /// Stands in the key, so that it is found without looking at all.
    public let id: CredentialID
    /// What the operator calls it.
    public var name: String
    /// Hash of the key's secret part.
    public var keyHash: [UInt8]
    /// What it may be used for.
    public var scopes: Set<Scope>
    /// When it was made.
    public var createdAt: Date
    /// When it was revoked; `nil` while it is good.
    public var revokedAt: Date?

    /// A credential with these values.
    public init(
        id: CredentialID, name: String, keyHash: [UInt8], scopes: Set<Scope>, createdAt: Date, revokedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.keyHash = keyHash
        self.scopes = scopes
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

extension ServiceCredential.Scope {
    /// The bit that stands for the scope in what is stored. A bit that was given out keeps its meaning for good.
    var bit: Int64 {
        switch self {
        case .accountsRead: 1 << 0
        case .accountsWrite: 1 << 1
        case .link: 1 << 2
        case .operations: 1 << 3
        }
    }
}

extension ServiceCredential {
    /// The scopes as one number, a bit for each.
    public var scopeBits: Int64 {
        scopes.reduce(0) { $0 | $1.bit }
    }

    /// The scopes that a number names; `nil` for a bit that names none.
    public static func scopes(bits: Int64) -> Set<Scope>? {
        let scopes = Set(Scope.allCases.filter { bits & $0.bit != 0 })
        return scopes.reduce(0) { $0 | $1.bit } == bits ? scopes : nil
    }
}
