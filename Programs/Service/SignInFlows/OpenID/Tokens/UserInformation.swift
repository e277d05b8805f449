import AccountStorage
import JSONWebTokens

/// Answers at the userinfo endpoint (OpenID Connect Core section 5.3).
package struct UserInformation: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The claims about the person of an access token, as JSON.
    ///
    /// Reads the session's row, so that a session that has ended is refused at once. Refuses with
    /// `access_token_invalid`, `access_token_expired`, `client_session_ended` and `scope_insufficient`.
    package func read(accessToken: String) async throws(SignInError) -> [UInt8] {
        let provider = try environment.provider
        guard let token = try await ClientTokenReading(environment: environment).findAccessToken(accessToken),
            let client = provider.clients.find(token.granted.client), token.audience == environment.audience(of: client)
        else { throw .refused(.accessTokenInvalid) }
        guard token.isCurrent else { throw .refused(.accessTokenExpired) }
        guard let live = token.live else { throw .refused(.clientSessionEnded) }
        guard token.scope.contains(.openid) else { throw .refused(.scopeInsufficient) }
        let scope = client.allowed(of: token.scope)
        let claims = UserClaims.forUserInfo(
            live.account, scope: scope, RequestedClaims(stored: token.granted.claims), client)
        return JSONObject.json(of: [(name: "sub", value: .string(live.account.id.text))] + claims)
    }

    /// The `client_id` in an access token of this service, however old; nil for any other text.
    package func clientID(in accessToken: String) -> String? {
        (try? environment.accessTokens.readSigned(accessToken))?.text("client_id")
    }
}
