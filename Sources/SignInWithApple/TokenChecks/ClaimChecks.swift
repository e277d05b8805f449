import JSONWebTokens

/// The checks of claims that identity tokens and notifications share.
enum ClaimChecks {
    /// The payload is one strict JSON object. Names that occur twice are refused (RFC 7519 §4).
    @Sendable static func claims(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims = try? evidence.token.claims()
        return evidence.claims == nil ? .claimsMalformed : nil
    }

    /// `iss`: who issued the token. It is compared octet by octet. Neither a token nor a discovery document adds an
    /// issuer.
    @Sendable static func issuer(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.text("iss", is: evidence.trust.issuer) == true ? nil : .issuerMismatch
    }

    /// `aud`: the app for which the token was issued. Without this check, the operator of any other app with Sign in
    /// with Apple could use the tokens of its users here. The claim is a text, or a list of one text. A token for two
    /// audiences is for neither (OpenID Connect Core 3.1.3.7).
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

    /// The one audience that the token names, if it can be an app's id. It helps to find an app that is missing from
    /// the configuration. The signature is already verified, so Apple wrote the name.
    private static func namedAudience(in claims: JSONObject) -> String? {
        claims.identifier("aud") ?? claims.onlyText(in: "aud").flatMap { $0.isIdentifier ? $0 : nil }
    }

    /// If there is an authorized party, it must be the audience (OpenID Connect Core 2, `azp`). Apple has not sent one
    /// so far.
    @Sendable static func authorizedParty(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let claims = evidence.claims, claims.contains("azp") else { return nil }
        guard let clientID = evidence.clientID, claims.text("azp", is: clientID.rawValue) else {
            return .authorizedPartyMismatch
        }
        return nil
    }

    /// `exp`: until when the token is valid, in seconds since 1970. It is required by OpenID Connect, though optional
    /// in RFC 7519 §4.1.4.
    @Sendable static func expiry(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let expiry = evidence.claims?.double("exp") else { return .expiryMissing }
        return evidence.now < expiry + Double(evidence.trust.leeway) ? nil : .expired
    }

    /// `iat`: when the token was issued. It may always be up to 60 seconds in the future, so that a clock that is 45
    /// seconds slow still signs people in.
    @Sendable static func issuedAt(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let issuedAt = evidence.claims?.double("iat") else { return .issuedAtMissing }
        return issuedAt <= evidence.now + 60 ? nil : .issuedInFuture
    }

    /// Apple's tokens live 24 hours, until 2020 ten minutes. `TokenPolicy` leaves room for the next change. The checks
    /// before this one refuse missing times.
    @Sendable static func lifetime(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let expiry = evidence.claims?.double("exp"), let issuedAt = evidence.claims?.double("iat") else {
            return nil
        }
        let longest = evidence.trust.policy.maximumLifetime
        return expiry > issuedAt && expiry - issuedAt <= longest ? nil : .lifetimeOutOfRange
    }

    /// `nbf`: from when the token is valid. Apple sends none, but if it is present, it must be met (RFC 7519 §4.1.5).
    @Sendable static func notBefore(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let claims = evidence.claims, claims.contains("nbf") else { return nil }
        guard let notBefore = claims.double("nbf") else { return .notYetValid }
        return notBefore <= evidence.now + Double(evidence.trust.leeway) ? nil : .notYetValid
    }
}
