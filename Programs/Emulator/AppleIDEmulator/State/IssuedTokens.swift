import HashTreeCollections

/// The valid tokens, indexed by token and by consent.
struct IssuedTokens: Sendable {
    struct Access: Sendable {
        let grant: Grant
        let expiresAt: Int
    }

    private(set) var access: TreeDictionary<String, Access> = [:]
    private(set) var refresh: KeptDictionary<String, Grant> = [:]
    /// When each refresh token was last used.
    private(set) var refreshedAt: TreeDictionary<String, Int> = [:]
    private var ofConsent: TreeDictionary<Consent.Key, TreeSet<String>> = [:]
    private var sweep = Sweep()
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    mutating func add(access token: String, _ grant: Grant, expiresAt: Int, now: Int) {
        if sweep.isDue(at: access.count) { dropExpired(now: now) }
        access[token] = Access(grant: grant, expiresAt: expiresAt)
        ofConsent[grant.consent, default: []].insert(token)
    }

    mutating func add(refresh token: String, _ grant: Grant) {
        refresh[token] = grant
        ofConsent[grant.consent, default: []].insert(token)
    }

    mutating func noteRefresh(of token: String, at now: Int) { refreshedAt[token] = now }

    /// Ends the tokens of one grant only.
    mutating func end(_ grant: Grant) { end(grant.consent) { $0 == grant } }

    /// Ends all tokens of one person's consent for one group of apps. Apple's documentation is no more specific
    /// (Documentation/emulator-fidelity.md, "Revocation, keys, discovery").
    mutating func end(_ consent: Consent.Key) { end(consent) { _ in true } }

    /// Ends the tokens from other sign-ins of the same person at the same client, and returns how many there were.
    mutating func end(beside grant: Grant) -> Int {
        end(grant.consent) { $0.client == grant.client && $0.id != grant.id }
    }

    /// Ends the refresh tokens of a consent, and on request its access tokens.
    mutating func endRefresh(_ consent: Consent.Key, andAccess: Bool) {
        for token in tokens(of: consent) where andAccess || refresh[token] != nil { drop(token, of: consent) }
    }

    /// Moves one client's tokens to another consent of the same person.
    mutating func move(from old: Consent.Key, to new: Consent.Key, client: String) {
        for token in tokens(of: old) {
            if let grant = refresh[token], grant.client == client {
                let last = refreshedAt[token]
                drop(token, of: old)
                add(refresh: token, grant.moved(to: new))
                refreshedAt[token] = last
            } else if let known = access[token], known.grant.client == client {
                drop(token, of: old)
                access[token] = Access(grant: known.grant.moved(to: new), expiresAt: known.expiresAt)
                ofConsent[new, default: []].insert(token)
            }
        }
    }

    /// Moves all tokens of a consent to that of the team that received the app.
    mutating func transfer(from old: Consent.Key, to new: Consent.Key) {
        for token in tokens(of: old) {
            let (grant, known, last) = (refresh[token], access[token], refreshedAt[token])
            drop(token, of: old)
            ofConsent[new, default: []].insert(token)
            refresh[token] = grant?.transferred(to: new)
            refreshedAt[token] = last
            access[token] = known.map { Access(grant: $0.grant.transferred(to: new), expiresAt: $0.expiresAt) }
        }
    }

    @discardableResult
    private mutating func end(_ consent: Consent.Key, where isMeant: (Grant) -> Bool) -> Int {
        var ended = 0
        for token in tokens(of: consent) {
            guard let grant = refresh[token] ?? access[token]?.grant, isMeant(grant) else { continue }
            drop(token, of: consent)
            ended += 1
        }
        return ended
    }

    private func tokens(of consent: Consent.Key) -> TreeSet<String> {
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
        sweep.done(leaving: access.count)
    }
}
