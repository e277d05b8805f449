import HTTPServing

/// A web client's request that has passed all checks.
struct AuthorizeRequest: Sendable {
    let client: Client
    let redirectURI: String
    let wantsIdentityToken: Bool
    let mode: ResponseMode
    let scopes: Set<Scope>
    let state: String?
    let nonce: String?
    let codeChallenge: String?
    let isChallengePlain: Bool

    /// Runs every check that is not waived.
    init(_ attempt: AuthorizeAttempt, waived: Set<String>) throws(Refusal) {
        try AuthorizeAttempt.checks.require(attempt, waived: waived)
        guard let client = attempt.client, let redirectURI = attempt.fields.filled("redirect_uri"),
            let mode = attempt.responseMode
        else { throw .invalidRequest("request_incomplete", "The request is not complete.") }
        self.client = client
        self.redirectURI = redirectURI
        self.mode = mode
        wantsIdentityToken = attempt.responseTypes.contains("id_token")
        scopes = attempt.scopes
        state = attempt.fields["state"]
        nonce = attempt.fields["nonce"]
        codeChallenge = attempt.fields["code_challenge"]
        isChallengePlain = attempt.isChallengePlain
    }
}
