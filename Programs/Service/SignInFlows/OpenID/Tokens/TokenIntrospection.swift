import AccountStorage
import JSONWebTokens

/// Tells a confidential client about a token (RFC 7662).
package struct TokenIntrospection: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The state of a token, as JSON: `{"active":false}` for every token that is not the client's own, and not meant
    /// for its audience, and for one whose client may not use it any more.
    ///
    /// Refuses what ``ClientCredentials`` refuses, and with `oauth_parameter_missing` and `client_not_confidential`.
    package func introspect(
        _ parameters: OAuthParameters, by credentials: ClientCredentials
    ) async throws(SignInError) -> [UInt8] {
        let clients = try environment.provider.clients
        let client = try credentials.authenticate(among: clients)
        guard client.kind == .confidential else { throw .refused(.clientNotConfidential) }
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        guard let text = parameters["token"] else { throw .refused(.oauthParameterMissing) }
        let token = try await ClientTokenReading(environment: environment).find(text)
        guard let token, let live = token.live, token.isCurrent, isFor(client, token),
            let owner = clients.find(token.granted.client), token.audience != nil || owner.mayRenew(token.granted)
        else { return JSONObject.json(of: [(name: "active", value: false)]) }
        let scope = owner.allowed(of: token.scope)
        var members: [(name: String, value: JSONValue)] = [
            ("active", true), ("iss", .string(environment.publicURL.origin)),
            ("client_id", .string(token.granted.client)), ("sub", .string(live.account.id.text)),
            ("sid", .string(live.session.id.text)), ("scope", .string(scope.text)),
        ]
        if let audience = token.audience, let times = token.times {
            members += [
                ("aud", .string(audience)), ("token_type", "Bearer"),
                ("iat", .number(JSONNumber(times.issuedAt))), ("exp", .number(JSONNumber(times.expiresAt))),
            ]
        }
        return JSONObject.json(of: members)
    }

    private func isFor(_ client: OpenIDClient, _ token: ReadClientToken) -> Bool {
        if token.granted.client == client.id { return true }
        guard let audience = client.audience else { return false }
        return token.audience == audience
    }
}
