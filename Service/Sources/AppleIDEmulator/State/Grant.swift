/// What stands behind a code, an access token and a refresh token.
struct Grant: Sendable, Equatable, Codable {
    /// The code it began with, so that two sign-ins of the same second are two grants; nil from older state files.
    let id: String?
    let person: String
    let client: String
    let consent: Consent.Key
    /// What this authorization may tell: requested now and agreed to at first.
    let scopes: Set<Scope>
    let authenticatedAt: Int
}

/// A code handed out by the authorize step or a device.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let nonce: String?
    /// Nil for native codes: they never had one.
    let redirectURI: String?
    let codeChallenge: String?
    let expiresAt: Int
    var isUsed = false
}

/// The tokens that are alive.
struct IssuedTokens: Sendable {
    struct Access: Sendable {
        let grant: Grant
        let expiresAt: Int
    }

    var access: [String: Access] = [:]
    var refresh: [String: Grant] = [:]
    /// When each refresh token was last used.
    var refreshedAt: [String: Int] = [:]

    /// What one code brought, and nothing beside it.
    mutating func end(_ grant: Grant) {
        access = access.filter { $0.value.grant != grant }
        refresh = refresh.filter { $0.value != grant }
    }

    /// Everything one person let one group of apps have ends together; Apple does not say more (server.md, section 5).
    mutating func end(_ consent: Consent.Key) {
        access = access.filter { $0.value.grant.consent != consent }
        refresh = refresh.filter { $0.value.consent != consent }
    }
}
