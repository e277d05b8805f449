#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All data held about one person. Secrets are listed, but never shown.
public struct AccountExportReply: Codable, Sendable, Equatable {
    /// When the copy was created (RFC 3339, UTC, like every time in it).
    public var exportedAt: String
    /// The account as its owner sees it.
    public var account: AccountReply
    /// The account's id in the app's own system.
    public var externalID: String?
    /// Whether the address was proven to be the person's, as in `account`.
    public var isEmailVerified: Bool
    /// Whether the person edited the name here.
    public var hasOwnName: Bool
    /// The real-user status from Apple's device when the account was created.
    public var realPersonSignal: String?
    /// When sign-in to the account was disabled.
    public var disabledAt: String?
    /// Why it was disabled: `operatorDecision`, `held`, `proofRequired` or `noWayIn`.
    public var disabledReason: String?
    /// When a disabled account will be erased.
    public var eraseAt: String?
    /// Since when the account has its password, or `nil` if it has none. The hash is not in the copy.
    public var passwordSince: String?
    /// The names that the person types with a password.
    public var loginNames: [LoginName] = []
    /// The person's identities at Apple, one for each team.
    public var identities: [Identity] = []
    /// The person's identities at other providers, as the app imported them.
    public var foreignIdentities: [ForeignIdentity] = []
    /// Where the person stands in transfers of the app to another developer team; `nil` if there is none.
    public var transfers: [Transfer]?
    /// What the person agreed to share with apps that sign in through this service; `nil` if there is nothing.
    public var consents: [Consent]?
    /// All sessions that are still stored, newest first.
    public var sessions: [Session] = []
    /// The audit lines about the person, newest first.
    public var audit: [AuditLine] = []

    /// Creates a copy with the account's own data.
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
        case account, identities, transfers, consents, sessions, audit
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
    /// A name that the person types with a password.
    public struct LoginName: Codable, Sendable, Equatable {
        /// The name or address in its normalised form.
        public var name: String
        /// Since when the name leads to the account.
        public var createdAt: String
        /// When the owner last proved that they receive mail at it.
        public var provenAt: String?

        /// Creates a login name.
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

    /// An identity of the person at another provider.
    public struct ForeignIdentity: Codable, Sendable, Equatable {
        /// The provider.
        public var issuer: String
        /// The person's identifier at the provider.
        public var subject: String
        /// When it was imported.
        public var createdAt: String

        /// Creates an identity.
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

    /// Where the person stands in a transfer of the app to another developer team.
    public struct Transfer: Codable, Sendable, Equatable {
        /// Apple's `transfer_sub`.
        public var identifier: String?
        /// What is known about the person.
        public var state: String
        /// Why Apple's last answer was a refusal.
        public var code: String?
        /// When the person arrived at the new team, or was given up.
        public var settledAt: String?

        /// Creates a place in a transfer.
        public init(identifier: String?, state: String, code: String?, settledAt: String?) {
            self.identifier = identifier
            self.state = state
            self.code = code
            self.settledAt = settledAt
        }

        enum CodingKeys: String, CodingKey {
            case state, code
            case identifier = "transfer_sub"
            case settledAt = "settled_at"
        }
    }

    /// The person's identity at Apple for one team.
    public struct Identity: Codable, Sendable, Equatable {
        /// The issuer of the identity.
        public var issuer: String
        /// The developer team.
        public var teamID: String
        /// Apple's `sub`.
        public var subject: String
        /// Whether the person switched off the forwarding of relayed mail.
        public var isForwardingOff: Bool
        /// When the identity first signed in.
        public var createdAt: String
        /// Apple's grants for the identity.
        public var grants: [Grant]
        /// The name of the first sign-in, until an account has it.
        public var keptName: PersonName?
        /// When that name arrived.
        public var keptAt: String?
        /// When that name stops being used.
        public var keptUntil: String?
        /// What is known about the way of mail to the identity's address, if there is anything.
        public var emailDelivery: EmailDelivery?

        /// Creates an identity.
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
            case emailDelivery = "email_delivery"
        }
    }

    /// What is known about the way of mail to an address.
    public struct EmailDelivery: Codable, Sendable, Equatable {
        /// `unknown`, `reachable`, `forwarding_off`, `sender_refused`, `gone` or `deferred`.
        public var state: String
        /// Since when.
        public var since: String
        /// Why, as a stable code.
        public var cause: String?
        /// When a report first said that the address does not exist.
        public var missingSince: String?
        /// How many reports about messages were counted.
        public var reports: Int
        /// When what the newest of them tells happened.
        public var reportedAt: String?
        /// What the server that refused the newest message said, without addresses.
        public var diagnostic: String?

        /// Creates a state without a report.
        public init(state: String, since: String, reports: Int) {
            self.state = state
            self.since = since
            self.reports = reports
        }

        enum CodingKeys: String, CodingKey {
            case state, since, cause, reports, diagnostic
            case missingSince = "missing_since"
            case reportedAt = "reported_at"
        }
    }

    /// Apple's grant for one client.
    public struct Grant: Codable, Sendable, Equatable {
        /// The client's identifier at Apple.
        public var client: String
        /// Whether a refresh token of Apple's is held. The token itself is never shown.
        public var isHeld: Bool
        /// When the token was obtained, or found to be missing.
        public var obtainedAt: String
        /// When Apple was last asked whether the grant still exists, or is about to be asked.
        public var checkedAt: String?

        /// Creates a grant.
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

    /// The person's consent that an app receives data about them.
    public struct Consent: Codable, Sendable, Equatable {
        /// The app's `client_id`.
        public var client: String
        /// What the person agreed to, separated by spaces.
        public var scope: String
        /// When the person agreed.
        public var givenAt: String

        /// Creates a consent.
        public init(client: String, scope: String, givenAt: String) {
            self.client = client
            self.scope = scope
            self.givenAt = givenAt
        }

        enum CodingKeys: String, CodingKey {
            case client, scope
            case givenAt = "given_at"
        }
    }

    /// A device or browser that is, or was, signed in.
    public struct Session: Codable, Sendable, Equatable {
        /// The session's id.
        public var id: String
        /// The configured name of the client.
        public var client: String
        /// `native`, `web`, `android` or `openid`.
        public var platform: String
        /// With the platform `openid`, what the client may do, separated by spaces.
        public var scope: String?
        /// With the platform `web`, the browser and its system as the person knows them.
        public var browser: String?
        /// When it began.
        public var createdAt: String
        /// When the person proved themselves to Apple.
        public var authenticatedAt: String
        /// When it was last renewed.
        public var renewedAt: String
        /// How often it was renewed.
        public var renewals: Int64
        /// When it expires if it is not renewed.
        public var expiresAt: String
        /// When it was ended.
        public var endedAt: String?

        /// Creates a session.
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
            case id, client, platform, scope, browser, renewals
            case createdAt = "created_at"
            case authenticatedAt = "authenticated_at"
            case renewedAt = "renewed_at"
            case expiresAt = "expires_at"
            case endedAt = "ended_at"
        }
    }

    /// One line of the audit.
    public struct AuditLine: Codable, Sendable, Equatable {
        /// When it happened.
        public var at: String
        /// What happened, as a stable code.
        public var event: String
        /// The reason or the result, as a stable code.
        public var reason: String?
        /// The client concerned.
        public var client: String?
        /// The person's platform.
        public var platform: String?
        /// The session concerned.
        public var session: String?

        /// Creates a line.
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
