#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An identity token that passed every check. Only `IdentityTokenVerifier` creates one.
public struct VerifiedIdentityToken: Sendable, Equatable {
    /// The person (`sub`). Together with issuer and team it is the only key of an identity.
    public let subject: AppleUserID
    /// The client for which the token was issued (`aud`), one of those configured.
    public let clientID: ClientID
    /// The issuer (`iss`), equal to the one configured.
    public let issuer: String
    /// When Apple issued the token (`iat`).
    public let issuedAt: Date
    /// When the token expires (`exp`).
    public let expiresAt: Date
    /// When the person proved themselves to Apple (`auth_time`), if the token says so.
    public let authenticatedAt: Date?
    /// The address, if the token has a well-formed one. It is contact data, never a key.
    public let email: VerifiedEmail?
    /// Apple's estimate of whether this is a real person. Only at the first sign-in, and only in native apps.
    public let realUserStatus: RealUserStatus?
    /// The identifier that the receiving team exchanges in the 60 days after an app transfer (`transfer_sub`).
    public let transferSubject: String?
    /// The organisation of a Managed Apple Account (`org_id`).
    public let organizationID: String?
    /// Whether the device supports nonces (`nonce_supported`). For information only: it waives no check.
    public let isNonceSupported: Bool?
    /// All claims, also those without a property here, such as one that Apple adds tomorrow.
    public let claims: VerifiedClaims
}

extension VerifiedIdentityToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The app and the times, and nothing about the person, so that it can be logged.
    public var description: String {
        "VerifiedIdentityToken(clientID: \(clientID), issuedAt: \(issuedAt), expiresAt: \(expiresAt))"
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror with the app and the times only, so that `dump` shows no claims.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["clientID": clientID, "issuedAt": issuedAt, "expiresAt": expiresAt], displayStyle: .struct)
    }
}

/// The address in a verified token. The text has the form of an address. That does not mean that mail arrives.
public struct VerifiedEmail: Sendable, Equatable {
    /// The address as Apple wrote it.
    public let address: String
    /// Whether Apple says that it verified the address. Anything but a clear yes counts as no.
    public let isVerified: Bool
    /// Whether this is a relay address of "Hide My Email".
    public let isPrivate: Bool
}

/// Apple's estimate of whether a person is real (`real_user_status`). It is a hint to skip or add checks, never a
/// proof.
public enum RealUserStatus: Int, Sendable {
    /// The system cannot tell (old systems, other platforms).
    case unsupported = 0
    /// Apple does not know: add checks, but do not block.
    case unknown = 1
    /// Apple is confident that the person is real.
    case likelyReal = 2
}
