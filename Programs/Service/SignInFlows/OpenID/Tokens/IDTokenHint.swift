import AccountStorage
import JSONWebTokens

/// One of our own ID tokens that came back as `id_token_hint`. It may have expired (OpenID Connect Core section
/// 3.1.2.1, RP-Initiated Logout section 2).
struct IDTokenHint: Sendable {
    /// The account, as text.
    let subject: String
    /// The `client_id` of the client that received it.
    let client: String
    /// The client's session.
    let session: SessionID

    /// Nil unless the token is an ID token with our signature.
    init?(_ token: String, of tokens: IDTokens) {
        // Every header has `alg`, so the three are that one and the two that follow.
        guard let jws = try? CompactJWS(token), jws.header.members.count == 3,
            jws.header.members.text("typ", is: IDTokens.type), let keyID = jws.header.keyID,
            let key = tokens.verificationKey(keyID), jws.isSigned(by: key),
            let claims = try? StrictJSONReader.readObject(jws.payload, limits: .standard),
            claims.text("iss", is: tokens.issuer), let subject = claims.text("sub"), let client = claims.text("aud"),
            let session = claims.text("sid").flatMap({ SessionID(text: $0) }),
            // A logout token may have the same type, but not this claim.
            claims.contains("auth_time")
        else { return nil }
        (self.subject, self.client, self.session) = (subject, client, session)
    }
}
