/// The tokens that are alive, found by themselves and by the consent they came of.
struct IssuedTokens: Sendable {
    struct Access: Sendable {
        let grant: Grant
        let expiresAt: Int
    }

    private(set) var access: [String: Access] = [:]
    private(set) var refresh: [String: Grant] = [:]
    /// When each refresh token was last used.
    private(set) var refreshedAt: [String: Int] = [:]
    private var ofConsent: [Consent.Key: Set<String>] = [:]
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    mutating func add(access token: String, _ grant: Grant, expiresAt: Int, now: Int) {
        // sweeping at every call would make each as slow as there are tokens
        if access.count % 1_024 == 1_023 { dropExpired(now: now) }
        access[token] = Access(grant: grant, expiresAt: expiresAt)
        ofConsent[grant.consent, default: []].insert(token)
    }

    mutating func add(refresh token: String, _ grant: Grant) {
        refresh[token] = grant
        ofConsent[grant.consent, default: []].insert(token)
    }

    mutating func noteRefresh(of token: String, at now: Int) { refreshedAt[token] = now }

    /// What one code brought, and nothing beside it.
    mutating func end(_ grant: Grant) { end(grant.consent) { $0 == grant } }

    /// Everything one person let one group of apps have ends together; Apple does not say more
    /// (Documentation/emulator-fidelity.md, "Revocation, keys, discovery").
    mutating func end(_ consent: Consent.Key) { end(consent) { _ in true } }

    /// What other sign-ins of the same person brought the same client.
    mutating func end(beside grant: Grant) {
        end(grant.consent) { $0.client == grant.client && $0.id != grant.id }
    }

    /// The refresh tokens of a consent, and its access tokens where asked for.
    mutating func endRefresh(_ consent: Consent.Key, andAccess: Bool) {
        for token in tokens(of: consent) where andAccess || refresh[token] != nil { drop(token, of: consent) }
    }

    private mutating func end(_ consent: Consent.Key, where isMeant: (Grant) -> Bool) {
        for token in tokens(of: consent) {
            guard let grant = refresh[token] ?? access[token]?.grant, isMeant(grant) else { continue }
            drop(token, of: consent)
        }
    }

    private func tokens(of consent: Consent.Key) -> Set<String> {
        let tokens = ofConsent[consent] ?? []
        visits.add(tokens.count)
        return tokens
    }

    private mutating func drop(_ token: String, of consent: Consent.Key) {
        access[token] = nil
        refresh[token] = nil
        refreshedAt[token] = nil
        ofConsent[consent]?.remove(token)
        if ofConsent[consent]?.isEmpty == true { ofConsent[consent] = nil }
    }

    private mutating func dropExpired(now: Int) {
        visits.add(access.count)
        for (token, known) in access where known.expiresAt <= now { drop(token, of: known.grant.consent) }
    }
}
