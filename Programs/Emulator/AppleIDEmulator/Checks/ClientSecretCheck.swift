import JSONWebTokens

/// A client secret that is being checked: a JWT that the client signs with its team's key (Apple: "Creating a client
/// secret").
struct ClientSecretAttempt: Sendable {
    /// Apple's limit for `exp`, counted from Apple's current time: 182.6 days.
    static let maximumLifetime = 15_777_000

    let secret: String
    let clientID: String
    /// The client's team. For the migration of users, the team that gave the client away, if it signs.
    var team: Team?
    /// Nil if the secret is not a compact JWS.
    let token: CompactJWS?
    /// Nil if the payload is not one strict JSON object.
    let claims: JSONObject?
    let audiences: Set<String>
    let now: Int
    var switches = Switches()
    /// The primary App ID of the client's group.
    var primaryApp: String?
    var client: Client?
    var portal = PortalView()
    /// The transfers of the client that were not canceled.
    var transfers: [AppTransfer] = []
    /// The secrets whose signatures were verified before.
    var verified = VerifiedSecrets()

    init(secret: String, clientID: String, team: Team?, audiences: Set<String>, now: Int) {
        self.secret = secret
        self.clientID = clientID
        self.team = team
        token = try? CompactJWS(secret)
        claims = token.flatMap { try? StrictJSONReader.readObject($0.payload, limits: .standard) }
        self.audiences = audiences
        self.now = now
    }

    /// Every check of a secret, in order. Apple answers each failure with the same bare `invalid_client`.
    static let checks: [Check<ClientSecretAttempt>] = [
        secretClientKnown, secretClientEnabled, secretClientConfigured, secretClientPrimaryApp, secretShape,
        secretExtensions, secretAlgorithm, secretTeam, secretKey, secretKeyRevoked, secretSignature, secretClaims,
        secretIssuer,
        secretSubject, secretAudience, secretInTime, secretLifetime, secretIssuedAt, secretFromFuture, secretKeyGroup,
    ]

    fileprivate func claim(_ name: String, is expected: String) -> Bool { claims?.text(name, is: expected) ?? false }
}

extension ClientSecretAttempt {
    static let secretClientKnown = Check<ClientSecretAttempt>("secret_client_unknown") { attempt in
        guard attempt.team == nil else { return nil }
        let (cause, explanation) = PortalCheck.unknown(attempt.clientID, attempt.portal)
        return .invalidClient(cause, explanation)
    }

    static let secretShape = Check<ClientSecretAttempt>("secret_malformed") { attempt in
        guard attempt.token == nil else { return nil }
        return .invalidClient("secret_malformed", "client_secret is not a compact JWS: three base64url parts.")
    }

    /// A recipient that does not understand an extension named in `crit` must refuse the token (RFC 7515 §4.1.11).
    static let secretExtensions = Check<ClientSecretAttempt>("secret_extension") { attempt in
        guard attempt.token?.header.contains("crit") == true else { return nil }
        return .invalidClient("secret_extension", "The secret's header has crit; Apple supports no extensions.")
    }

    static let secretAlgorithm = Check<ClientSecretAttempt>("secret_algorithm") { attempt in
        guard let name = attempt.token?.header.algorithmName, name != SignatureAlgorithm.es256.rawValue else {
            return nil
        }
        return .invalidClient("secret_algorithm", "The secret's alg is \(name); Apple accepts ES256 only.")
    }

    /// Keys do not move with an app, so the former team's secrets end with the acceptance, and the recipient's begin.
    static let secretTeam = Check<ClientSecretAttempt>("client_of_other_team") { attempt in
        guard let team = attempt.team, let issuer = attempt.claims?.text("iss"), issuer != team.teamID,
            attempt.transfers.contains(where: { $0.from == issuer || $0.to == issuer })
        else { return nil }
        return .invalidClient(
            "client_of_other_team",
            "\(attempt.clientID) belongs to team \(team.teamID) today, and iss names the other team of its transfer, "
                + "\(issuer).")
    }

    /// The team that gave the client away, if the secret names it.
    var giver: String? {
        guard let issuer = claims?.text("iss") else { return nil }
        return transfers.contains { $0.from == issuer && $0.acceptedAt != nil } ? issuer : nil
    }

    static let secretKey = Check<ClientSecretAttempt>("secret_key") { attempt in
        guard let keyID = attempt.token?.header.keyID else {
            return .invalidClient("secret_key_missing", "The secret's header has no kid.")
        }
        guard let team = attempt.team, team.keys[keyID] == nil else { return nil }
        return .invalidClient(
            "secret_key_unknown", "Team \(team.teamID) has no key \(keyID)." + attempt.portal.note)
    }

    /// A JWS signature is the concatenation of r and s, 64 octets (RFC 7518 §3.4). TN3107 names ASN.1 as a common
    /// mistake.
    static let secretSignature = Check<ClientSecretAttempt>("secret_signature") { attempt in
        guard let token = attempt.token, let keyID = token.header.keyID,
            let key = attempt.team?.keys[keyID]
        else { return nil }
        if token.signature.count != 64 {
            return .invalidClient(
                "secret_signature_form",
                "The signature has \(token.signature.count) octets, not 64. Is it ASN.1 DER instead of raw r and s?")
        }
        guard !attempt.verified.isSigned(attempt.secret, token, by: key) else { return nil }
        return .invalidClient("secret_signature", "The signature does not verify under key \(keyID).")
    }

    static let secretClaims = Check<ClientSecretAttempt>("secret_claims") { attempt in
        guard attempt.claims == nil else { return nil }
        return .invalidClient("secret_claims", "The secret's payload is not one well-formed JSON object.")
    }

    static let secretIssuer = Check<ClientSecretAttempt>("secret_issuer") { attempt in
        guard let team = attempt.team, !attempt.claim("iss", is: team.teamID) else { return nil }
        return .invalidClient("secret_issuer", "iss must be the Team ID, \(team.teamID).")
    }

    static let secretSubject = Check<ClientSecretAttempt>("secret_subject") { attempt in
        guard !attempt.claim("sub", is: attempt.clientID) else { return nil }
        return .invalidClient("secret_subject", "sub must be the client_id of this request, \(attempt.clientID).")
    }

    static let secretAudience = Check<ClientSecretAttempt>("secret_audience") { attempt in
        if attempt.audiences.contains(where: { attempt.claim("aud", is: $0) }) { return nil }
        let allowed = attempt.audiences.sorted().joined(separator: " or ")
        return .invalidClient("secret_audience", "aud must be one string: \(allowed).")
    }

    static let secretInTime = Check<ClientSecretAttempt>("secret_expired") { attempt in
        guard let expiry = attempt.claims?.double("exp") else {
            return .invalidClient("secret_expiry_missing", "exp must be a number of seconds.")
        }
        guard expiry <= Double(attempt.now) else { return nil }
        return .invalidClient("secret_expired", "The secret has expired by the emulator's clock, \(attempt.now).")
    }

    static let secretLifetime = Check<ClientSecretAttempt>("secret_lifetime") { attempt in
        guard let expiry = attempt.claims?.double("exp") else { return nil }
        guard expiry > Double(attempt.now + ClientSecretAttempt.maximumLifetime) else { return nil }
        return .invalidClient(
            "secret_lifetime",
            "exp is more than \(ClientSecretAttempt.maximumLifetime) s ahead of the emulator's clock, \(attempt.now).")
    }

    /// Apple documents `iat`, but it is unknown whether it accepts a secret without it, so this is a switch.
    static let secretIssuedAt = Check<ClientSecretAttempt>("secret_issued_at") { attempt in
        guard attempt.switches.secretIssuedAtRequired, attempt.claims?.double("iat") == nil else { return nil }
        return .invalidClient("secret_issued_at", "iat must be a number of seconds.")
    }

    /// Apple's token endpoint for advertising was seen to do so (rorkai/App-Store-Connect-CLI#2093). Nobody reported it
    /// of this one, so this is a switch.
    static let secretFromFuture = Check<ClientSecretAttempt>("secret_from_future") { attempt in
        guard attempt.switches.secretFromFutureRefused, let issuedAt = attempt.claims?.double("iat"),
            issuedAt > Double(attempt.now)
        else { return nil }
        return .invalidClient("secret_from_future", "iat is later than the emulator's clock, \(attempt.now).")
    }

    /// A key belongs to a primary App ID. Apple was never seen to refuse it for another group, so this is a switch.
    static let secretKeyGroup = Check<ClientSecretAttempt>("secret_key_group") { attempt in
        guard attempt.switches.keyGroupsEnforced, let keyID = attempt.token?.header.keyID,
            let group = attempt.team?.keys[keyID]?.primaryApp, group != attempt.primaryApp
        else { return nil }
        return .invalidClient(
            "secret_key_group", "Key \(keyID) was made for \(group), but \(attempt.clientID) is in another group.")
    }
}
