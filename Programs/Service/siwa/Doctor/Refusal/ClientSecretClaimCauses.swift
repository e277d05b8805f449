import JSONWebTokens
import SignInFlows
import SignInWithApple

/// What is wrong with the claims of a client secret (Apple: "Creating a client secret").
enum ClientSecretClaimCauses {
    static func causes(_ secret: SentSecret, _ header: TokenHeader, _ request: RefusedRequest) -> [RefusalCause] {
        guard let claims = secret.claims else {
            return [
                .client(
                    "client_secret_payload_malformed", "client_secret, payload",
                    "The payload is not one well-formed JSON object.",
                    advice:
                        "Write the claims with a JSON library: UTF-8, each once, nothing before or after the object.")
            ]
        }
        return [
            issuer(claims, header, secret), subject(claims, secret), audience(claims, request), time(claims, request),
            issuedAt(claims, request),
        ].compactMap { $0 }
    }

    private static func issuer(_ claims: JSONObject, _ header: TokenHeader, _ secret: SentSecret) -> RefusalCause? {
        let issuer = claims.text("iss")
        let subject = "client_secret, iss" + (issuer.map { " " + SentText.shown($0) } ?? "")
        if let team = secret.team {
            guard !claims.text("iss", is: team.teamID) else { return nil }
            return .client(
                "client_secret_issuer_wrong", subject, "iss is not the ID of the team that has the client.",
                advice: "Set iss to the Team ID, \(team.teamID).")
        }
        let mistake = issuerMistake(issuer, keyID: header.keyID, clientID: secret.clientID)
        return mistake.map {
            RefusalCause.client(
                "client_secret_issuer_wrong", subject, $0,
                advice: "Set iss to the Team ID, which Apple's developer account shows under Membership.")
        }
    }

    private static func issuerMistake(_ issuer: String?, keyID: String?, clientID: String) -> String? {
        guard let issuer else { return "iss is missing or not a string." }
        if issuer == keyID { return "iss is the Key ID instead of the Team ID." }
        if issuer == clientID { return "iss is the client instead of the Team ID." }
        return SentText.isTenCharacters(issuer) ? nil : "iss does not have the ten characters of a Team ID."
    }

    private static func subject(_ claims: JSONObject, _ secret: SentSecret) -> RefusalCause? {
        guard !claims.text("sub", is: secret.clientID) else { return nil }
        let found = claims.text("sub").map { " " + SentText.shown($0) } ?? ""
        return .client(
            "client_secret_subject_wrong", "client_secret, sub\(found)", "sub is not the client_id of this request.",
            advice: "Make the secret for the client that sends it: sub must equal \(SentText.shown(secret.clientID)).")
    }

    private static func audience(_ claims: JSONObject, _ request: RefusedRequest) -> RefusalCause? {
        let apple = AppleEndpoints.apple.clientSecretAudience
        let audience = request.teams?.audience ?? apple
        guard !claims.text("aud", is: apple), !claims.text("aud", is: audience) else { return nil }
        return .client(
            "client_secret_audience_wrong", "client_secret, aud", "aud is not the one string \(audience).",
            advice: "Set aud to \(audience): not a list, without a slash at the end.")
    }

    private static func time(_ claims: JSONObject, _ request: RefusedRequest) -> RefusalCause? {
        guard let expiry = claims.double("exp") else {
            return .client(
                "client_secret_expiry_missing", "client_secret, exp", "exp is missing or not a number.",
                advice: "Set exp to a number of seconds since 1970, at most six months ahead.")
        }
        let subject = "client_secret, exp \(seconds(expiry))"
        let left = expiry - request.sentAt
        guard left > 0 else {
            return .client(
                "client_secret_expired", subject,
                "The secret expired \(seconds(-left)) s before the request was sent, at \(seconds(request.sentAt)).",
                advice: "Make a new secret, best for each request. If it was new, set the clock of its machine.")
        }
        // Apple counts from its own time. 182.6 days are less than six calendar months can be.
        guard left > Double(ClientSecretFactory.maximumLifetime) else { return nil }
        return .client(
            "client_secret_lifetime_too_long", subject,
            "exp is \(seconds(left)) s ahead, and Apple accepts \(ClientSecretFactory.maximumLifetime).",
            advice: expiry > 1e11
                ? "The time is in milliseconds or further away than any: exp is in seconds (RFC 7519 §2)."
                : "Make the secret for less time: 180 days are accepted, six calendar months can be too long.")
    }

    /// Apple lists `iat` among the claims. Whether it refuses a secret without it is not known.
    private static func issuedAt(_ claims: JSONObject, _ request: RefusedRequest) -> RefusalCause? {
        if let issuedAt = claims.double("iat") { return issuedInFuture(issuedAt, request) }
        return .client(
            "client_secret_issued_at_missing", "client_secret, iat", "iat is missing or not a number.",
            advice: "Set iat to the time at which the secret is made, in seconds since 1970.", evidence: .judged,
            isDoubtful: true)
    }

    /// Seen at Apple's token endpoint for advertising (rorkai/App-Store-Connect-CLI#2093), not at this one.
    private static func issuedInFuture(_ issuedAt: Double, _ request: RefusedRequest) -> RefusalCause? {
        guard issuedAt > request.sentAt else { return nil }
        let ahead = (issuedAt - request.sentAt).rounded(.up)
        return .client(
            "client_secret_issued_in_future", "client_secret, iat \(seconds(issuedAt))",
            "iat is \(seconds(ahead)) s later than the request, which was sent at \(seconds(request.sentAt)).",
            advice: "Set the clock of the machine that makes the secret, and date iat a minute back.",
            evidence: .judged,
            isDoubtful: true)
    }

    /// Whole seconds. A number from a token can be too large for an integer.
    private static func seconds(_ value: Double) -> String {
        abs(value) < 1e15 ? String(Int(value)) : "more than 10^15"
    }
}
