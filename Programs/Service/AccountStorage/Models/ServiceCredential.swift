public import Foundation

/// Identifies one credential of a service.
public typealias CredentialID = Identifier<ServiceCredential>

/// A credential with which one of the operator's services authenticates itself.
public struct ServiceCredential: Sendable, Equatable {
    /// What a credential may be used for. The raw value is a stable code.
    public enum Scope: String, Sendable, CaseIterable {
        /// Read every account: the name, the address, the name in the app's own system, and whether it is closed.
        case accountsRead = "accounts:read"
        /// Close, open and delete any account, end its sessions and unlink its Apple Accounts, and give an external id
        /// to an account without one.
        case accountsWrite = "accounts:write"
        /// Vouch for any of the app's users with a link ticket: whoever signs in with the ticket, with any Apple
        /// Account, has access to that user's account from then on.
        case link
        /// Read metrics, and the list of ended sessions.
        case operations
        /// Read how many people registered and signed in on each day.
        case numbersRead = "numbers:read"
        /// Report how many did so by the app's other logins.
        case numbersWrite = "numbers:write"
        /// Report whether messages to people arrived.
        case mail
        /// Send messages to people, without their addresses.
        case mailSend = "mail:send"
    }

    /// Part of the key, so that the credential is found without a search through all of them.
    public let id: CredentialID
    /// The operator's name for it.
    public var name: String
    /// The hash of the key's secret part.
    public var keyHash: [UInt8]
    /// What it may be used for.
    public var scopes: Set<Scope>
    /// When it was created.
    public var createdAt: Date
    /// When it was revoked; `nil` while it is valid.
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
    /// The bit that represents the scope in the stored number. A released bit never changes its meaning.
    var bit: Int64 {
        switch self {
        case .accountsRead: 1 << 0
        case .accountsWrite: 1 << 1
        case .link: 1 << 2
        case .operations: 1 << 3
        case .numbersRead: 1 << 4
        case .numbersWrite: 1 << 5
        case .mail: 1 << 6
        case .mailSend: 1 << 7
        }
    }
}

extension ServiceCredential {
    /// The scopes as one number, with one bit for each scope.
    public var scopeBits: Int64 {
        scopes.reduce(0) { $0 | $1.bit }
    }

    /// The scopes that a number represents; `nil` if a bit represents no scope.
    public static func scopes(bits: Int64) -> Set<Scope>? {
        let scopes = Set(Scope.allCases.filter { bits & $0.bit != 0 })
        return scopes.reduce(0) { $0 | $1.bit } == bits ? scopes : nil
    }
}
