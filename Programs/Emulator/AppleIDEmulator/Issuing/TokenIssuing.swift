import HashTreeCollections
import JSONWebTokens

/// The body of a successful answer of `/auth/token`.
struct TokenAnswer: Sendable {
    static let accessLifetime = 3_600

    let accessToken: String
    /// Only for codes. A refresh never returns a new refresh token.
    let refreshToken: String?
    let identityToken: String?

    var json: OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("access_token", .string(accessToken)), ("token_type", .string("Bearer")),
            ("expires_in", .integer(Self.accessLifetime)),
        ]
        if let refreshToken { members.append(("refresh_token", .string(refreshToken))) }
        if let identityToken { members.append(("id_token", .string(identityToken))) }
        return .object(members)
    }
}

extension EmulatorState {
    /// Redeems a code. Of several simultaneous attempts exactly one succeeds, since the check and the change share a
    /// lock.
    func redeem(
        _ code: String, client: String, redirectURI: String?, verifier: String?
    ) throws -> (answer: TokenAnswer, person: String) {
        let access = OpaqueToken.access.make(randomBytes)
        let refresh = OpaqueToken.refresh.make(randomBytes)
        let outcome: Result<(IssuedAccess, String?), Refusal> = try change { world in
            let now = world.clock.now
            let attempt = CodeRedemption(
                code: world.codes[code], client: client, redirectURI: redirectURI, verifier: verifier, now: now,
                switches: world.switches)
            if let refusal = world.refuse(attempt) { return .failure(refusal) }
            guard let known = attempt.code else {
                return .failure(.invalidGrant("code_unknown", "No such code."))
            }
            world.use(code, of: known.grant, refresh: refresh)
            let issued = world.record(access: access, for: known.grant, at: now, seed: seed, isFirst: known.isFirst)
            stopUsing(afterRedeeming: known.grant, in: &world)
            return .success((issued, known.nonce))
        }
        let (issued, nonce) = try outcome.get()
        let identityToken = try identityToken(
            issued, boundTo: access, nonce: nonce, authenticatedAt: issued.grant.authenticatedAt)
        return (
            TokenAnswer(accessToken: access, refreshToken: refresh, identityToken: identityToken), issued.grant.person
        )
    }

    /// Exchanges a refresh token for a new access token. The refresh token does not change.
    func refresh(_ token: String, client: String) throws -> (answer: TokenAnswer, person: String) {
        let access = OpaqueToken.access.make(randomBytes)
        let outcome: Result<(IssuedAccess, Bool), Refusal> = try change { world in
            let now = world.clock.now
            let attempt = RefreshAttempt(
                grant: world.tokens.refresh[token], client: client, now: now, throttle: world.throttle(of: token),
                switches: world.switches)
            do throws(Refusal) {
                try RefreshAttempt.checks.require(attempt, waived: world.waived)
            } catch {
                world.tell(.refreshRefused, error, client: client, of: attempt.grant)
                return .failure(error)
            }
            guard let grant = attempt.grant else { return .failure(.invalidGrant("refresh_token_unknown", "Unknown.")) }
            world.tokens.noteRefresh(of: token, at: now)
            world.tell(.tokensRefreshed, grant)
            return .success(
                (world.record(access: access, for: grant, at: now, seed: seed), world.switches.refreshIdentityToken))
        }
        let (issued, withIdentityToken) = try outcome.get()
        let nonce = issued.switches.refreshNonce ? issued.grant.nonce : nil
        let authenticatedAt = issued.switches.refreshAuthTime ? issued.grant.authenticatedAt : nil
        let identityToken =
            try withIdentityToken
            ? identityToken(issued, boundTo: access, nonce: nonce, authenticatedAt: authenticatedAt) : nil
        return (
            TokenAnswer(accessToken: access, refreshToken: nil, identityToken: identityToken), issued.grant.person
        )
    }

    /// Revokes the authorization behind a refresh or access token of this client. As at Apple, other tokens are
    /// ignored.
    func revoke(_ token: String, client: String, hint: String? = nil) throws -> Result<Grant, Refusal> {
        try change { world in
            let kind = world.tokens.refresh[token] == nil ? "access_token" : "refresh_token"
            let grant = world.tokens.refresh[token] ?? world.tokens.access[token]?.grant
            do throws(Refusal) {
                try RevocationAttempt.checks.require(
                    RevocationAttempt(
                        grant: grant, client: client, kind: kind, hint: hint, switches: world.switches),
                    waived: world.waived)
            } catch {
                world.tell(.revocationIgnored, error, client: client, of: grant)
                return .failure(error)
            }
            guard let grant else { return .failure(.invalidGrant("revoke_token_unknown", "Unknown.")) }
            switch world.switches.revocationEnds {
            case .token: world.tokens.end(grant)
            case .authorization: world.endAuthorization(grant.consent)
            }
            world.tell(.tokensRevoked, grant, [("reason", .string("revoke_call"))])
            if world.switches.revocationSendsNotification {
                announce(event(.consentRevoked, grant.consent, in: world), in: &world)
            }
            return .success(grant)
        }
    }

    private func identityToken(
        _ issued: IssuedAccess, boundTo access: String, nonce: String?, authenticatedAt: Int?
    ) throws -> String {
        guard let key = issued.signingKey else { throw EmulatorFault.noSigningKey }
        let grant = issued.grant
        var email: IssuedIdentityToken.SharedEmail?
        if let person = issued.person, let consent = issued.consent, issued.tellsEmail {
            email = sharedEmail(of: person, consent: consent, key: grant.consent, scopes: grant.scopes)
        }
        return try IssuedIdentityToken(
            issuer: issued.switches.tokenIssuer ?? issuer, audience: grant.client,
            subject: subject(of: grant.person, issued.person, team: grant.consent.teamID),
            issuedAt: issued.at, authenticatedAt: authenticatedAt, nonce: nonce, binding: .accessToken(access),
            email: email, organizationID: issued.person?.managed?.organizationID,
            schoolScopes: issued.person?.managed?.scopes ?? [], transferSubject: issued.transferSubject,
            switches: issued.switches
        ).signed(with: key)
    }
}

/// What is needed to sign a token outside the lock.
struct IssuedAccess: Sendable {
    let grant: Grant
    let person: Person?
    let consent: Consent?
    let at: Int
    let signingKey: SigningKey?
    let switches: Switches
    /// Whether the token has the address, if the consent gives it.
    let tellsEmail: Bool
    let transferSubject: String?
}

extension World {
    /// Ends a consent with its tokens and codes. Devices are told, unless the whole account is deleted
    /// (Apple: "Processing changes for Sign in with Apple accounts").
    mutating func endAuthorization(_ consent: Consent.Key, tellsDevices: Bool = true) {
        if tellsDevices && consents[consent] != nil { signalRevocation(of: consent) }
        if switches.staleCodeAfterRevocation {
            for (code, known) in codes.of(consent) where known.isUsed && known.redirectURI == nil {
                staleCodes[known.grant.client] = code
            }
        }
        tokens.end(consent)
        codes.end(consent, except: Set(staleCodes.values))
        let hidEmail = consents[consent]?.hidesEmail ?? false
        if consents[consent] != nil { tell(.consentEnded, consent) }
        consents[consent] = nil
        endedConsents.insert(consent)
        let others = consents.of(consent.person).filter { $0.key.teamID == consent.teamID && $0.value.hidesEmail }
        if switches.relayChangesOnReturn && hidEmail && others.isEmpty {
            relayTurns[RelayKey(person: consent.person, teamID: consent.teamID), default: 0] += 1
        }
    }

    /// Returns why a code is refused, and tells of it; `nil` if it is accepted. A repeated code may end the tokens.
    fileprivate mutating func refuse(_ attempt: CodeRedemption) -> Refusal? {
        let (client, grant) = (attempt.client, attempt.code?.grant)
        if let grant, isUnavailable(grant.person) {
            tell(.codeRefused, .unavailable, client: client, of: grant)
            return .unavailable
        }
        do throws(Refusal) {
            try CodeRedemption.checks.require(attempt, waived: waived)
        } catch {
            tell(.codeRefused, error, client: client, of: grant)
            if let grant, error.cause == "code_used", switches.codeReuseRevokes {
                tokens.end(grant.consent)
                tell(.tokensRevoked, grant, [("reason", .string("code_reuse"))])
            }
            return error
        }
        return nil
    }

    /// Uses up a code, and keeps the refresh token that is issued for it.
    fileprivate mutating func use(_ code: String, of grant: Grant, refresh: String) {
        codes.use(code)
        tell(.codeRedeemed, grant)
        if switches.signInEndsOlderTokens, tokens.end(beside: grant) > 0 {
            tell(.tokensRevoked, grant, [("reason", .string("newer_sign_in"))])
        }
        tokens.add(refresh: refresh, grant)
        tell(.tokensIssued, grant, [("scopes", .array(of: grant.scopes))])
    }

    fileprivate func throttle(of refreshToken: String) -> RefreshAttempt.Throttle? {
        guard switches.refreshThrottle > 0, let last = tokens.refreshedAt[refreshToken] else { return nil }
        return .init(earliest: last + switches.refreshThrottle, status: switches.refreshThrottleStatus)
    }

    fileprivate mutating func record(
        access: String, for grant: Grant, at now: Int, seed: UInt64, isFirst: Bool = false
    ) -> IssuedAccess {
        tokens.add(access: access, grant, expiresAt: now + TokenAnswer.accessLifetime, now: now)
        return IssuedAccess(
            grant: grant, person: person(grant.person), consent: consents[grant.consent], at: now,
            signingKey: keyRing.signingKey, switches: switches, tellsEmail: isFirst || !switches.emailOnce,
            transferSubject: transferClaim(of: grant.consent, seed: seed))
    }
}
