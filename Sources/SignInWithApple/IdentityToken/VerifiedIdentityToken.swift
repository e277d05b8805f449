#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An identity token whose every check passed. Only `IdentityTokenVerifier` makes one.
public struct VerifiedIdentityToken: Sendable, Equatable {
    /// The person (`sub`); together with issuer and team the only key of an identity.
    public let subject: AppleUserID
    /// The client the token was issued to (`aud`), one of those configured.
    public let clientID: ClientID
    /// The issuer (`iss`), equal to the one configured.
    public let issuer: String
    /// When Apple issued the token (`iat`).
    public let issuedAt: Date
    /// When the token ends (`exp`).
    public let expiresAt: Date
    /// When the person proved themselves to Apple (`auth_time`), if the token says so.
    public let authenticatedAt: Date?
    /// The address, if the token carries a well-formed one; contact data, never a key.
    public let email: VerifiedEmail?
    /// Apple's guess whether this is a real person; only for native sign-ins, only the first time.
    public let realUserStatus: RealUserStatus?
    /// The subject to be exchanged by the receiving team, in the 60 days after an app moved (`transfer_sub`).
    public let transferSubject: String?
    /// The organisation of a Managed Apple Account (`org_id`).
    public let organizationID: String?
    /// Whether the device knew of nonces (`nonce_supported`); information only, it waives nothing.
    public let isNonceSupported: Bool?
    /// Everything the token says, beyond what has a name here: for a claim that Apple adds tomorrow.
    public let claims: VerifiedClaims
}

extension VerifiedIdentityToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The app and the times; nothing of the person, so that it may stand in a log.
    public var description: String {
        "VerifiedIdentityToken(clientID: \(clientID), issuedAt: \(issuedAt), expiresAt: \(expiresAt))"
    }

    /// The same.
    public var debugDescription: String { description }

    /// Shows no claim to `dump` either.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["clientID": clientID, "issuedAt": issuedAt, "expiresAt": expiresAt], displayStyle: .struct)
    }
}

/// An address out of a verified token. The text has the form of an address; whether mail arrives is another matter.
public struct VerifiedEmail: Sendable, Equatable {
    /// The address as Apple wrote it.
    public let address: String
    /// Whether Apple says that it verified the address; anything but a clear yes counts as no.
    public let isVerified: Bool
    /// Whether this is a relay address of "Hide My Email".
    public let isPrivate: Bool
}

/// Apple's guess whether a person is real (`real_user_status`). A hint to skip or add checks, never a proof.
public enum RealUserStatus: Int, Sendable {
    /// The system cannot tell (old systems, other platforms).
    case unsupported = 0
    /// Apple does not know: add checks, but do not block.
    case unknown = 1
    /// Apple is confident that the person is real.
    case likelyReal = 2
}
