import Foundation
import JSONWebTokens

/// A checked request of a web client.
struct AuthorizeRequest: Sendable {
    let client: Client
    let redirectURI: String
    let wantsIdentityToken: Bool
    let mode: ResponseMode
    let scopes: Set<Scope>
    let state: String?
    let nonce: String?
    let codeChallenge: String?

    /// Runs every check; what comes out has passed them all.
    init(_ fields: FormFields, clients: (String) -> Client?) throws(Refusal) {
        let attempt = AuthorizeAttempt(fields: fields, client: fields.filled("client_id").flatMap(clients))
        try AuthorizeAttempt.checks.require(attempt)
        guard let client = attempt.client, let redirectURI = fields.filled("redirect_uri"),
            let mode = attempt.responseMode
        else { throw .invalidRequest("request_incomplete", "The request is not complete.") }
        self.client = client
        self.redirectURI = redirectURI
        self.mode = mode
        wantsIdentityToken = attempt.responseTypes.contains("id_token")
        scopes = attempt.scopes
        state = fields["state"]
        nonce = fields["nonce"]
        codeChallenge = fields["code_challenge"]
    }
}

/// What a person chose on the consent page, on a device or by control call.
struct ConsentChoice: Sendable {
    let person: Person
    let isEmailShared: Bool
    let name: PersonName
}

/// What one approval gives: a code, perhaps a token, and the name and address if this was the first time.
struct Authorized: Sendable {
    let code: String
    let identityToken: String?
    let isFirst: Bool
    let subject: String
    let scopes: Set<Scope>
    let email: IssuedIdentityToken.SharedEmail?
    let name: PersonName

    /// The unsigned `user` value: first time only, and only what was asked for.
    var userJSON: String? {
        guard isFirst, !scopes.isEmpty else { return nil }
        var members: [(name: String, value: OrderedJSON)] = []
        if scopes.contains(.name) {
            members.append(
                ("name", .object([("firstName", .string(name.first)), ("lastName", .string(name.last))])))
        }
        if let email { members.append(("email", .string(email.address))) }
        return OrderedJSON.object(members).text
    }
}

extension EmulatorState {
    /// Five minutes (Apple: "Generate and validate tokens").
    static let codeLifetime = 300

    /// What the authorize step of a client and a device have in common.
    struct Approval: Sendable {
        let client: Client
        let scopes: Set<Scope>
        let nonce: String?
        let redirectURI: String?
        let codeChallenge: String?
        let wantsIdentityToken: Bool
        /// Set for devices: goes into the token on first use only.
        var realUserStatus: Int?
    }

    /// Records consent the first time, hands out a code, and signs a token bound to it.
    func authorize(_ approval: Approval, _ choice: ConsentChoice) throws -> Authorized {
        let person = choice.person
        let code = OpaqueToken.code.make(randomBytes)
        let key = Consent.Key(
            person: person.key, teamID: approval.client.teamID, primaryApp: approval.client.primaryApp)
        let (now, consent, isFirst, signingKey) = try change { world in
            let now = world.clock.now
            let known = world.consents[key]
            let consent =
                known ?? Consent(scopes: approval.scopes, isEmailShared: choice.isEmailShared, grantedAt: now)
            world.consents[key] = consent
            let grant = Grant(
                person: person.key, client: approval.client.id, consent: key,
                scopes: consent.scopes.intersection(approval.scopes), authenticatedAt: now)
            world.dropOldCodes(now: now)
            world.codes[code] = AuthorizationCode(
                grant: grant, nonce: approval.nonce, redirectURI: approval.redirectURI,
                codeChallenge: approval.codeChallenge, expiresAt: now + Self.codeLifetime)
            return (now, consent, known == nil, world.keyRing.signingKey)
        }
        let scopes = consent.scopes.intersection(approval.scopes)
        let subject = TeamSubjects.subject(of: person.key, team: key.teamID, seed: seed)
        let email = sharedEmail(of: person, consent: consent, key: key, scopes: scopes)
        var token: String?
        if approval.wantsIdentityToken {
            guard let signingKey else { throw EmulatorFault.noSigningKey }
            token = try IssuedIdentityToken(
                issuer: issuer, audience: approval.client.id, subject: subject, issuedAt: now, authenticatedAt: now,
                nonce: approval.nonce, binding: .code(code), email: email,
                realUserStatus: isFirst ? approval.realUserStatus : nil
            ).signed(with: signingKey)
        }
        return Authorized(
            code: code, identityToken: token, isFirst: isFirst, subject: subject, scopes: scopes, email: email,
            name: choice.name)
    }

    /// The address this consent lets a team learn; nil when it was never asked for.
    func sharedEmail(
        of person: Person, consent: Consent, key: Consent.Key, scopes: Set<Scope>
    ) -> IssuedIdentityToken.SharedEmail? {
        guard scopes.contains(.email) else { return nil }
        if consent.isEmailShared { return .init(address: person.email, isPrivate: false) }
        return .init(
            address: PrivateRelay.address(of: person.key, team: key.teamID, seed: seed), isPrivate: true)
    }
}

extension World {
    /// Used and expired codes are told apart for an hour, then forgotten.
    fileprivate mutating func dropOldCodes(now: Int) {
        guard codes.count > 1_000 else { return }
        codes = codes.filter { $0.value.expiresAt + 3_600 > now }
    }
}

/// Something is wrong with the emulator itself, not with a request.
enum EmulatorFault: Error {
    case noSigningKey
    case templateMissing(String)
}
