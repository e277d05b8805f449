import Foundation
import HashTreeCollections
import JSONWebTokens

extension EmulatorState {
    /// The lifetime of a code: five minutes (Apple: "Generate and validate tokens").
    static let codeLifetime = 300

    /// The part of a request that a web sign-in and a device have in common.
    struct Approval: Sendable {
        let client: Client
        let scopes: Set<Scope>
        let nonce: String?
        let redirectURI: String?
        let codeChallenge: String?
        var isChallengePlain = false
        let wantsIdentityToken: Bool
        /// Set for devices. Only the token of a first sign-in contains it.
        var realUserStatus: Int?
    }

    /// Records the consent if it is the first one, issues a code and, if requested, signs an identity token bound to
    /// it.
    func authorize(_ approval: Approval, _ choice: ConsentChoice) throws -> Authorized {
        let person = choice.person
        let fresh = OpaqueToken.code.make(randomBytes)
        let granted = try change { world in
            guard world.person(person.key) != nil else { throw Refusal.personDeleted }
            // the app may have been transferred while the person was on the pages
            let client = world.client(approval.client.id) ?? approval.client
            try world.requireAccess(of: person, to: client)
            let key = world.consentKey(of: person.key, client)
            world.know(self.subject(of: person.key, person, team: key.teamID), as: person.key, in: key.teamID)
            return world.grant(approval, choice, key, code: fresh, seed: seed)
        }
        let key = granted.key
        let subject = subject(of: person.key, person, team: key.teamID)
        let scopes = granted.consent.scopes.intersection(approval.scopes)
        let isTold = granted.isFirst || !granted.switches.emailOnce
        let email = isTold ? sharedEmail(of: person, consent: granted.consent, key: key, scopes: scopes) : nil
        var token: String?
        if approval.wantsIdentityToken {
            guard let signingKey = granted.signingKey else { throw EmulatorFault.noSigningKey }
            token = try IssuedIdentityToken(
                issuer: granted.switches.tokenIssuer ?? issuer, audience: approval.client.id, subject: subject,
                issuedAt: granted.at, authenticatedAt: granted.at, nonce: approval.nonce,
                binding: .code(granted.code), email: email,
                realUserStatus: granted.isFirst ? approval.realUserStatus : nil,
                organizationID: person.managed?.organizationID, schoolScopes: person.managed?.scopes ?? [],
                transferSubject: granted.transferSubject, switches: granted.switches
            ).signed(with: signingKey)
        }
        return Authorized(
            code: granted.code, identityToken: token, isFirst: granted.isFirst, subject: subject, scopes: scopes,
            email: email, name: choice.name)
    }

    /// A person's subject for one team. A Managed Apple Account has another form.
    func subject(of key: String, _ person: Person?, team: String) -> String {
        TeamSubjects.subject(of: key, person, team: team, seed: seed)
    }

    /// The address that this consent gives to a team. Nil if it was not requested or there is no mailbox.
    func sharedEmail(
        of person: Person, consent: Consent, key: Consent.Key, scopes: Set<Scope>
    ) -> IssuedIdentityToken.SharedEmail? {
        guard scopes.contains(.email), person.managed?.hasMailbox ?? true else { return nil }
        if consent.isEmailShared {
            return .init(
                address: person.email, isPrivate: false, isVerified: person.managed?.isEmailVerified ?? true)
        }
        return .init(address: relayAddress(of: person.key, team: key.teamID, consent), isPrivate: true)
    }

    /// The relay address of a person for one team, at the domain in use when it was made. Do not call it under the
    /// lock.
    func relayAddress(of person: String, team: String, _ consent: Consent?) -> String {
        read { $0.relayAddress(of: person, team: team, consent, seed: seed) }
    }
}

/// What is needed to sign a token outside the lock.
private struct Granted: Sendable {
    let key: Consent.Key
    let code: String
    let consent: Consent
    let isFirst: Bool
    let at: Int
    let signingKey: SigningKey?
    let transferSubject: String?
    let switches: Switches
}

extension World {
    fileprivate mutating func grant(
        _ approval: EmulatorState.Approval, _ choice: ConsentChoice, _ key: Consent.Key, code fresh: String,
        seed: UInt64
    ) -> Granted {
        let now = clock.now
        let known = self.consent(key)
        let consent =
            known
            ?? Consent(
                scopes: approval.scopes, isEmailShared: choice.sharesEmail,
                grantedAt: now, relayDomain: relayDomain(key.person, key.teamID),
                name: approval.scopes.contains(.name) ? choice.name : nil)
        consents[key] = consent
        endedConsents.remove(key)
        if known == nil { tell(.consentGiven, consent, key, client: approval.client.id) }
        let grant = Grant(
            id: fresh, person: key.person, client: approval.client.id, consent: key,
            scopes: consent.scopes.intersection(approval.scopes), authenticatedAt: now, nonce: approval.nonce)
        let stale = approval.redirectURI == nil ? staleCodes.removeValue(forKey: approval.client.id) : nil
        let code = stale ?? fresh
        tell(
            .codeIssued, grant,
            [
                ("first", .boolean(known == nil)), ("native", .boolean(approval.redirectURI == nil)),
                ("scopes", .array(of: grant.scopes)), ("stale", .boolean(stale != nil)),
            ])
        if stale == nil {
            codes.add(
                code,
                AuthorizationCode(
                    grant: grant, nonce: approval.nonce, redirectURI: approval.redirectURI,
                    codeChallenge: approval.codeChallenge, isChallengePlain: approval.isChallengePlain,
                    expiresAt: now + codeLifetime(of: choice.person), isFirst: known == nil), now: now)
        }
        return Granted(
            key: key, code: code, consent: consent, isFirst: known == nil, at: now, signingKey: keyRing.signingKey,
            transferSubject: transferClaim(of: key, seed: seed), switches: switches)
    }

    /// The domain of the relay address that the person already has with this team, or the current one.
    func relayDomain(_ person: String, _ teamID: String) -> String {
        let others = consents.of(person).filter { $0.key.teamID == teamID }
        return others.map(\.value.relayDomain).min() ?? switches.relayDomain
    }
}

extension Refusal {
    /// The account was deleted during the sign-in.
    static let personDeleted = Refusal.invalidRequest(
        "person_deleted", "The account was deleted while this sign-in was in progress.")
}
