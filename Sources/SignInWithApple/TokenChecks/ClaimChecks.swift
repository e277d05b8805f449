import JSONWebTokens

/// What is decided about claims that identity tokens and notifications share.
enum ClaimChecks {
    /// One strict JSON object; names that occur twice are refused (RFC 7519 §4).
    @Sendable static func claims(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims = try? evidence.token.claims()
        return evidence.claims == nil ? .claimsMalformed : nil
    }

    /// `iss`, who made the token. Octet by octet; neither the token nor a discovery document ever adds an issuer.
    @Sendable static func issuer(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.text("iss", is: evidence.trust.issuer) == true ? nil : .issuerMismatch
    }

    /// `aud`, the app it was made for. Without this check, whoever runs any other app with Sign in with Apple could use the tokens
    /// of its users here. A text, or a list of one text: a token for two audiences is for neither (OpenID Connect Core 3.1.3.7).
    @Sendable static func audience(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let claims = evidence.claims else { return .audienceMismatch }
        if claims.kind(of: "aud") == .array {
            guard let audience = claims.onlyText(in: "aud") else { return .audienceMismatch }
            evidence.clientID = evidence.trust.clientIDs.first { $0.rawValue.utf8.elementsEqual(audience.utf8) }
        } else {
            evidence.clientID = evidence.trust.clientIDs.first { claims.text("aud", is: $0.rawValue) }
        }
        return evidence.clientID == nil ? .audienceMismatch.naming(audience: namedAudience(in: claims)) : nil
    }

    /// For whoever forgot to configure an app: the one audience that the token names, if it can be an app's id. The signature holds
    /// by now, so the name is one that Apple wrote.
    private static func namedAudience(in claims: JSONObject) -> String? {
        claims.identifier("aud") ?? claims.onlyText(in: "aud").flatMap { $0.isIdentifier ? $0 : nil }
    }

    /// If Apple ever names an authorized party, it has to be the audience (OpenID Connect Core 2, `azp`).
    @Sendable static func authorizedParty(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let claims = evidence.claims, claims.contains("azp") else { return nil }
        guard let clientID = evidence.clientID, claims.text("azp", is: clientID.rawValue) else {
            return .authorizedPartyMismatch
        }
        return nil
    }

    /// `exp`, until when it holds, in seconds since 1970. It is required (RFC 7519 §4.1.4 leaves it open, OpenID Connect does not).
    @Sendable static func expiry(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let expiry = evidence.claims?.double("exp") else { return .expiryMissing }
        return evidence.now < expiry + Double(evidence.trust.leeway) ? nil : .expired
    }

    /// `iat`, when it was made: 60 seconds ahead at most, always, so that a clock that runs 45 seconds late still signs people in.
    @Sendable static func issuedAt(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let issuedAt = evidence.claims?.double("iat") else { return .issuedAtMissing }
        return issuedAt <= evidence.now + 60 ? nil : .issuedInFuture
    }

    /// Apple's tokens live 24 hours, those until 2020 ten minutes; `TokenPolicy` leaves room for the next change. Absent times
    /// are the business of the checks before.
    @Sendable static func lifetime(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let expiry = evidence.claims?.double("exp"), let issuedAt = evidence.claims?.double("iat") else {
            return nil
        }
        let longest = evidence.trust.policy.maximumLifetime
        return expiry > issuedAt && expiry - issuedAt <= longest ? nil : .lifetimeOutOfRange
    }

    /// `nbf`, from when it holds. Apple sends none; if it is there, it holds (RFC 7519 §4.1.5).
    @Sendable static func notBefore(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let claims = evidence.claims, claims.contains("nbf") else { return nil }
        guard let notBefore = claims.double("nbf") else { return .notYetValid }
        return notBefore <= evidence.now + Double(evidence.trust.leeway) ? nil : .notYetValid
    }
}
