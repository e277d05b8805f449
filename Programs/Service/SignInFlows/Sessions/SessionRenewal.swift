package import AccountStorage
import Foundation

/// The result of a renewal.
package struct RenewedSession: Sendable {
    /// The session after the renewal.
    package let session: Session
    /// Its account.
    package let account: Account
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token expires.
    package let expiresIn: Int
    /// The successor of the refresh token in the request.
    package let refreshToken: String
}

/// Exchanges a refresh token for a new access token and the next refresh token.
///
/// Each renewal updates one row. A token can be used again until one of its successors is used, so neither a lost reply
/// nor two simultaneous renewals sign anybody out. An older token ends the session, unless its request was overtaken
/// while it waited. Then the client has to try again.
package struct SessionRenewal: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Renews a session.
    ///
    /// Refuses with `refresh_token_invalid`, `refresh_token_reused`, `refresh_token_wrong_client`, `client_unknown`,
    /// `session_ended`, `session_expired` or `account_disabled`. `client_unknown` means that the session's client is no
    /// longer configured; the session stays valid for when it is configured again. Throws `refresh_overtaken` if
    /// nothing was done.
    ///
    /// - Parameters:
    ///   - refreshToken: the token from the request.
    ///   - client: the name of the client that presents it. Any other client than the session's ends the session (RFC
    ///     6749 section 6).
    package func renew(refreshToken: String, client: String) async throws(SignInError) -> RenewedSession {
        let tokens = SessionTokens(secrets: environment.secrets)
        guard let claim = tokens.readRefreshToken(refreshToken) else { throw .refused(.refreshTokenInvalid) }
        let clients = environment.clients
        let step = RenewalStep(claim, environment) { found, _ throws(StorageFailure) in
            guard clients.find(found.session.clientID) != nil else { return .refuse(.clientUnknown) }
            guard client == found.session.clientID else {
                return .end(.refreshTokenWrongClient, .refreshTokenFromAnotherClient(session: found.session.id))
            }
            return nil
        }
        let found = try await step.apply()
        let random = environment.randomBytes(AccessTokens.identifierLength)
        guard
            let accessToken = environment.accessTokens.issue(
                for: found.session, at: found.session.renewedAt, random: random)
        else {
            throw .misconfigured(.signingFailed)
        }
        return RenewedSession(
            session: found.session, account: found.account, accessToken: accessToken,
            expiresIn: environment.accessTokens.expiresIn,
            refreshToken: tokens.refreshToken(found.session.id, counter: found.session.counter))
    }
}
