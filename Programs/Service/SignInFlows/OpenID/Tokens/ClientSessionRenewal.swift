import AccountStorage
import Foundation

/// Exchanges a client's refresh token for new tokens (RFC 6749 section 6, OpenID Connect Core section 12).
package struct ClientSessionRenewal: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Renews the session of a request's refresh token. The rules for reuse are those of an app's session.
    ///
    /// Refuses what ``ClientCredentials`` refuses, and with `oauth_parameter_missing`, `refresh_not_allowed`,
    /// `scope_exceeds_grant`, `refresh_token_invalid`, `refresh_token_of_another_client`, `refresh_token_reused`,
    /// `session_ended`, `session_expired` and `account_disabled`. Throws `refresh_overtaken` if nothing was done.
    package func renew(
        _ parameters: OAuthParameters, by credentials: ClientCredentials
    ) async throws(SignInError) -> TokenResponse {
        let client = try credentials.authenticate(among: try environment.provider.clients)
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        guard let token = parameters["refresh_token"] else { throw .refused(.oauthParameterMissing) }
        guard client.refreshes || client.mayWorkOffline else { throw .refused(.refreshNotAllowed) }
        let tokens = SessionTokens(secrets: environment.secrets)
        guard let claim = tokens.readRefreshToken(token, of: .client) else { throw .refused(.refreshTokenInvalid) }
        let granted = try await environment.read { records in try records.findClientSession(claim.session) }
        guard let granted else { throw .refused(.refreshTokenInvalid) }
        // Only refused. If it ended the session, any client could sign people out of another one with a leaked token.
        guard granted.client == client.id else { throw .refused(.refreshTokenOfAnotherClient) }
        guard client.mayRenew(granted) else { throw .refused(.refreshNotAllowed) }
        // A client that repeats the scope that it was granted cannot know that the operator took a part of it away.
        let asked = parameters["scope"].map { OpenIDScopes($0) }
        let allowed = client.allowed(of: granted.scopes)
        let scope = asked.map { allowed.intersection($0) } ?? allowed
        guard asked.map(granted.scopes.isSuperset(of:)) ?? true, !scope.isEmpty else {
            throw .refused(.scopeExceedsGrant)
        }
        let (reading, now) = (SessionReading(environment), environment.instant)
        let step = RenewalStep(claim, environment) { found, records throws(StorageFailure) in
            guard !granted.isDetached else { return nil }
            guard let parent = try records.findClientSession(found.session.id)?.parentID,
                case .success = try reading.find(parent, in: records, at: now)
            else { return .end(.sessionEnded, nil) }
            return nil
        }
        let found = try await step.apply()
        return try ClientTokens(client: client, environment: environment).reply(
            to: found, granted, accessScope: scope, nonce: nil, isNew: false)
    }
}
