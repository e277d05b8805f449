import JSONWebTokens

/// The body of a successful answer of `/auth/token`.
struct TokenAnswer: Sendable {
    static let accessLifetime = 3_600

    let accessToken: String
    /// Only for codes: a refresh never brings another one.
    let refreshToken: String?
    let identityToken: String

    var json: OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("access_token", .string(accessToken)), ("token_type", .string("Bearer")),
            ("expires_in", .integer(Self.accessLifetime)),
        ]
        if let refreshToken { members.append(("refresh_token", .string(refreshToken))) }
        members.append(("id_token", .string(identityToken)))
        return .object(members)
    }
}

extension EmulatorState {
    /// Redeems a code; of many at once exactly one passes, since checking and marking happen under one lock.
    func redeem(
        _ code: String, client: String, redirectURI: String?, verifier: String?
    ) throws -> (answer: TokenAnswer, person: String) {
        let access = OpaqueToken.access.make(randomBytes)
        let refresh = OpaqueToken.refresh.make(randomBytes)
        let (issued, nonce) = try change { world in
            let now = world.clock.now
            let known = world.codes[code]
            try CodeRedemption.checks.require(
                CodeRedemption(
                    code: known, client: client, redirectURI: redirectURI, verifier: verifier, now: now))
            guard let known else { throw Refusal.invalidGrant("code_unknown", "No such code.") }
            world.codes[code]?.isUsed = true
            world.tokens.refresh[refresh] = known.grant
            return (world.record(access: access, for: known.grant, at: now), known.nonce)
        }
        let identityToken = try identityToken(issued, boundTo: access, nonce: nonce)
        return (
            TokenAnswer(accessToken: access, refreshToken: refresh, identityToken: identityToken), issued.grant.person
        )
    }

    /// Answers a refresh token with a new access token; the refresh token stays as it is.
    func refresh(_ token: String, client: String) throws -> (answer: TokenAnswer, person: String) {
        let access = OpaqueToken.access.make(randomBytes)
        let issued = try change { world in
            guard let grant = world.tokens.refresh[token] else {
                throw Refusal.invalidGrant(
                    "refresh_token_unknown", "No such refresh token is alive: never issued, or revoked.",
                    description: "The token has expired or has been revoked.")
            }
            guard grant.client == client else {
                throw Refusal.invalidGrant(
                    "refresh_token_client", "The token was issued to \(grant.client); only that client can use it.",
                    description: "client_id mismatch. The code was not issued to \(client).")
            }
            return world.record(access: access, for: grant, at: world.clock.now)
        }
        let identityToken = try identityToken(issued, boundTo: access, nonce: nil)
        return (
            TokenAnswer(accessToken: access, refreshToken: nil, identityToken: identityToken), issued.grant.person
        )
    }

    /// Ends everything behind a refresh or access token of this client; anything else is let pass, as at Apple.
    func revoke(_ token: String, client: String) throws -> String? {
        try change { world in
            guard let grant = world.tokens.refresh[token] ?? world.tokens.access[token]?.grant,
                grant.client == client
            else { return nil }
            world.tokens.end(grant.consent)
            world.codes = world.codes.filter { $0.value.grant.consent != grant.consent }
            world.consents[grant.consent] = nil
            return grant.person
        }
    }

    private func identityToken(_ issued: IssuedAccess, boundTo access: String, nonce: String?) throws -> String {
        guard let key = issued.signingKey else { throw EmulatorFault.noSigningKey }
        let grant = issued.grant
        var email: IssuedIdentityToken.SharedEmail?
        if let person = issued.person, let consent = issued.consent {
            email = sharedEmail(of: person, consent: consent, key: grant.consent, scopes: grant.scopes)
        }
        return try IssuedIdentityToken(
            issuer: issuer, audience: grant.client,
            subject: TeamSubjects.subject(of: grant.person, team: grant.consent.teamID, seed: seed),
            issuedAt: issued.at, authenticatedAt: grant.authenticatedAt, nonce: nonce, binding: .accessToken(access),
            email: email
        ).signed(with: key)
    }
}

/// What the lock gives out for signing behind it.
struct IssuedAccess: Sendable {
    let grant: Grant
    let person: Person?
    let consent: Consent?
    let at: Int
    let signingKey: SigningKey?
}

extension World {
    fileprivate mutating func record(access: String, for grant: Grant, at now: Int) -> IssuedAccess {
        // sweeping at every call would make each as slow as there are tokens
        if tokens.access.count % 1_024 == 1_023 {
            tokens.access = tokens.access.filter { $0.value.expiresAt > now }
        }
        tokens.access[access] = IssuedTokens.Access(
            grant: grant, expiresAt: now + TokenAnswer.accessLifetime)
        return IssuedAccess(
            grant: grant, person: person(grant.person), consent: consents[grant.consent], at: now,
            signingKey: keyRing.signingKey)
    }
}
