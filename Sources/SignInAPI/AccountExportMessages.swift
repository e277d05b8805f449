#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that is held about one person. Secrets are named, never shown.
public struct AccountExportReply: Codable, Sendable, Equatable {
    /// When the copy was made (RFC 3339, UTC, like every time in here).
    public var exportedAt: String
    /// The account as its owner sees it.
    public var account: AccountReply
    /// The account's name in the app's own system.
    public var externalID: String?
    /// Whether somebody proved that the address is the person's; the same as in `account`.
    public var isEmailVerified: Bool
    /// Whether the person edited the name here.
    public var hasOwnName: Bool
    /// What Apple's device said of the person when the account was made.
    public var realPersonSignal: String?
    /// When the account was closed to sign-in.
    public var disabledAt: String?
    /// Why the account was closed: `operatorDecision`, `held`, `proofRequired` or `noWayIn`.
    public var disabledReason: String?
    /// From when a closed account is to be erased.
    public var eraseAt: String?
    /// Since when the account has its password; absent where it has none. The hash is not in the copy.
    public var passwordSince: String?
    /// What the person types with a password.
    public var loginNames: [LoginName] = []
    /// Who the person is at Apple, to each team.
    public var identities: [Identity] = []
    /// Who the person is at other providers, as the app knew it.
    public var foreignIdentities: [ForeignIdentity] = []
    /// Every session that is still stored, the newest first.
    public var sessions: [Session] = []
    /// What happened, the newest first.
    public var audit: [AuditLine] = []

    /// The account's own part of a copy.
    public init(
        exportedAt: Date, account: AccountReply, externalID: String? = nil, isEmailVerified: Bool, hasOwnName: Bool,
        realPersonSignal: String?, disabledAt: Date?, disabledReason: String? = nil, eraseAt: Date?
    ) {
        self.exportedAt = Timestamp.text(of: exportedAt)
        self.account = account
        self.externalID = externalID
        self.isEmailVerified = isEmailVerified
        self.hasOwnName = hasOwnName
        self.realPersonSignal = realPersonSignal
        self.disabledAt = disabledAt.map(Timestamp.text(of:))
        self.disabledReason = disabledReason
        self.eraseAt = eraseAt.map(Timestamp.text(of:))
    }

    enum CodingKeys: String, CodingKey {
        case account, identities, sessions, audit
        case foreignIdentities = "foreign_identities"
        case exportedAt = "exported_at"
        case externalID = "external_id"
        case isEmailVerified = "is_email_verified"
        case hasOwnName = "has_own_name"
        case realPersonSignal = "real_person_signal"
        case disabledAt = "disabled_at"
        case disabledReason = "disabled_reason"
        case eraseAt = "erase_at"
        case passwordSince = "password_since"
        case loginNames = "login_names"
    }
}

extension AccountExportReply {
    /// What the person types with a password.
    public struct LoginName: Codable, Sendable, Equatable {
        /// The name or address in its one spelling.
        public var name: String
        /// Since when it leads to the account.
        public var createdAt: String
        /// When its owner last proved that mail to it reaches them.
        public var provenAt: String?

        /// A name as the service answers it.
        public init(name: String, createdAt: String, provenAt: String?) {
            self.name = name
            self.createdAt = createdAt
            self.provenAt = provenAt
        }

        enum CodingKeys: String, CodingKey {
            case name
            case createdAt = "created_at"
            case provenAt = "proven_at"
        }
    }

    /// The person as another provider names them.
    public struct ForeignIdentity: Codable, Sendable, Equatable {
        /// Who vouched for the person.
        public var issuer: String
        /// The provider's name of the person.
        public var subject: String
        /// When it was imported.
        public var createdAt: String

        /// An identity as a copy holds it.
        public init(issuer: String, subject: String, createdAt: Date) {
            self.issuer = issuer
            self.subject = subject
            self.createdAt = Timestamp.text(of: createdAt)
        }

        enum CodingKeys: String, CodingKey {
            case issuer, subject
            case createdAt = "created_at"
        }
    }

    /// The person as Apple names them to one team.
    public struct Identity: Codable, Sendable, Equatable {
        /// Who vouches for the person.
        public var issuer: String
        /// The developer team.
        public var teamID: String
        /// Apple's `sub`.
        public var subject: String
        /// Whether the person switched the forwarding of relayed mail off.
        public var isForwardingOff: Bool
        /// When the identity first signed in.
        public var createdAt: String
        /// Apple's permissions.
        public var grants: [Grant]
        /// The name of the first sign-in, while no account holds it.
        public var keptName: PersonName?
        /// When that name arrived.
        public var keptAt: String?
        /// From when that name is no longer used.
        public var keptUntil: String?

        /// An identity as the service answers it.
        public init(
            issuer: String, teamID: String, subject: String, isForwardingOff: Bool, createdAt: String,
            grants: [Grant], keptName: PersonName?, keptAt: String? = nil, keptUntil: String? = nil
        ) {
            self.issuer = issuer
            self.teamID = teamID
            self.subject = subject
            self.isForwardingOff = isForwardingOff
            self.createdAt = createdAt
            self.grants = grants
            self.keptName = keptName
            self.keptAt = keptAt
            self.keptUntil = keptUntil
        }

        enum CodingKeys: String, CodingKey {
            case issuer, subject, grants
            case teamID = "team_id"
            case isForwardingOff = "is_forwarding_off"
            case createdAt = "created_at"
            case keptName = "kept_name"
            case keptAt = "kept_at"
            case keptUntil = "kept_until"
        }
    }

    /// Apple's permission for one client.
    public struct Grant: Codable, Sendable, Equatable {
        /// Apple's name of the client.
        public var client: String
        /// Whether a refresh token of Apple's is held; the token itself is never shown.
        public var isHeld: Bool
        /// When it was obtained, or found to be missing.
        public var obtainedAt: String
        /// When Apple was last asked whether it still stands, or is about to be.
        public var checkedAt: String?

        /// A permission as the service answers it.
        public init(client: String, isHeld: Bool, obtainedAt: String, checkedAt: String? = nil) {
            self.client = client
            self.isHeld = isHeld
            self.obtainedAt = obtainedAt
            self.checkedAt = checkedAt
        }

        enum CodingKeys: String, CodingKey {
            case client
            case isHeld = "is_held"
            case obtainedAt = "obtained_at"
            case checkedAt = "checked_at"
        }
    }

    /// A device or browser that is, or was, signed in.
    public struct Session: Codable, Sendable, Equatable {
        /// Names the session.
        public var id: String
        /// The configured name of the client.
        public var client: String
        /// `native`, `web` or `android`.
        public var platform: String
        /// When it began.
        public var createdAt: String
        /// When the person proved themselves to Apple.
        public var authenticatedAt: String
        /// When it was last renewed.
        public var renewedAt: String
        /// How often it was renewed.
        public var renewals: Int64
        /// When it ends by itself.
        public var expiresAt: String
        /// When somebody ended it.
        public var endedAt: String?

        /// A session as the service answers it.
        public init(
            id: String, client: String, platform: String, createdAt: String, authenticatedAt: String,
            renewedAt: String, renewals: Int64, expiresAt: String, endedAt: String?
        ) {
            self.id = id
            self.client = client
            self.platform = platform
            self.createdAt = createdAt
            self.authenticatedAt = authenticatedAt
            self.renewedAt = renewedAt
            self.renewals = renewals
            self.expiresAt = expiresAt
            self.endedAt = endedAt
        }

        enum CodingKeys: String, CodingKey {
            case id, client, platform, renewals
            case createdAt = "created_at"
            case authenticatedAt = "authenticated_at"
            case renewedAt = "renewed_at"
            case expiresAt = "expires_at"
            case endedAt = "ended_at"
        }
    }

    /// One thing that happened.
    public struct AuditLine: Codable, Sendable, Equatable {
        /// When.
        public var at: String
        /// What, as a stable code.
        public var event: String
        /// Why, or how it ended, as a stable code.
        public var reason: String?
        /// The client concerned.
        public var client: String?
        /// What the person used.
        public var platform: String?
        /// The session concerned.
        public var session: String?

        /// A line as the service answers it.
        public init(
            at: String, event: String, reason: String?, client: String?, platform: String?, session: String?
        ) {
            self.at = at
            self.event = event
            self.reason = reason
            self.client = client
            self.platform = platform
            self.session = session
        }
    }
}
