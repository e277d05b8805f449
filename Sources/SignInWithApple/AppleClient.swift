public import Foundation
import JSONWebTokens

/// The front door: verifies what Apple signed and calls Apple's endpoints, for one team.
///
/// It holds no secret that it was not given and writes nothing anywhere. Share one per team.
public struct AppleClient: Sendable {
    /// The team, its keys and apps.
    public let configuration: AppleAppConfiguration
    /// Apple, or an emulator.
    public let endpoints: AppleEndpoints
    private let keys: AppleKeySet
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let clientIDs: [ClientID]
    private let secrets: ClientSecretCache?

    /// A client for one team.
    /// - Parameters:
    ///   - keys: Apple's keys; several clients of one process share them.
    ///   - now: the clock for tokens, secrets and caches.
    public init(
        configuration: AppleAppConfiguration, endpoints: AppleEndpoints, keys: AppleKeySet,
        transport: any HTTPTransport, now: @escaping @Sendable () -> Date
    ) {
        self.configuration = configuration
        self.endpoints = endpoints
        self.keys = keys
        self.transport = transport
        self.now = now
        clientIDs = Array(configuration.clientIDs)
        secrets = configuration.signingKeys.first.map { key in
            let audience = endpoints.clientSecretAudience
            return ClientSecretCache(
                factory: ClientSecretFactory(checkedTeamID: configuration.teamID, key: key, audience: audience))
        }
    }

    /// Verifies an identity token with Apple's keys of today.
    ///
    /// A key that is not known yet is looked for at Apple once; `.rejected(.unknownKey)` says that Apple does not have it,
    /// `.unavailable` that Apple could not be asked.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion
    ) async throws(IdentityVerificationFailure) -> VerifiedIdentityToken {
        let decoded: CompactJWS
        do throws(IdentityTokenRejection) {
            decoded = try HeaderChecks<IdentityTokenRejection>.decode(token)
            try IdentityTokenChecks.beforeKey.run(onHeaderOf: decoded)
        } catch {
            throw .rejected(error)
        }
        let trust: TokenTrust
        do throws(AppleCallFailure) {
            trust = try await self.trust(forKeyID: decoded.header.keyID)
        } catch {
            throw .unavailable(error)
        }
        do throws(IdentityTokenRejection) {
            return try IdentityTokenVerifier(trust: trust)
                .verify(decoded, nonce: nonce, beside: companion, at: now(), checks: IdentityTokenChecks.all)
        } catch {
            throw .rejected(error)
        }
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's keys of today.
    public func verifyNotification(
        _ payload: String
    ) async throws(NotificationVerificationFailure) -> AppleNotification {
        let decoded: CompactJWS
        do throws(NotificationRejection) {
            decoded = try HeaderChecks<NotificationRejection>.decode(payload)
            try NotificationChecks.beforeKey.run(onHeaderOf: decoded)
        } catch {
            throw .rejected(error)
        }
        let trust: TokenTrust
        do throws(AppleCallFailure) {
            trust = try await self.trust(forKeyID: decoded.header.keyID)
        } catch {
            throw .unavailable(error)
        }
        do throws(NotificationRejection) {
            return try NotificationVerifier(trust: trust)
                .verify(decoded, at: now(), checks: NotificationChecks.all)
        } catch {
            throw .rejected(error)
        }
    }

    private func trust(forKeyID keyID: String?) async throws(AppleCallFailure) -> TokenTrust {
        TokenTrust(
            checkedIssuer: endpoints.issuer, clientIDs: clientIDs, keys: try await keys.keys(forKeyID: keyID))
    }

    /// Spends a code. Never retried, neither here nor by the transport: a second use of a code burns it.
    /// - Parameters:
    ///   - client: the app that the code was issued to.
    ///   - redirectURI: the one of the authorization request; `nil` for native codes, which had none.
    ///   - codeVerifier: if the request carried a code challenge.
    public func exchange(
        _ code: AuthorizationCode, for client: ClientID, redirectURI: String?, codeVerifier: String? = nil
    ) async throws(AppleCallFailure) -> TokenReply {
        var parameters = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: code.secretValue),
        ]
        if let redirectURI { parameters.append((name: "redirect_uri", value: redirectURI)) }
        if let codeVerifier { parameters.append((name: "code_verifier", value: codeVerifier)) }
        return try TokenReply(try await call(endpoints.token, for: client, parameters))
    }

    /// Proves that an authorization still stands; Apple may throttle more than one a day and person.
    ///
    /// The reply has no refresh token, and an identity token only sometimes.
    public func refresh(_ token: RefreshToken, for client: ClientID) async throws(AppleCallFailure) -> TokenReply {
        let parameters = [
            (name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: token.secretValue),
        ]
        return try TokenReply(try await call(endpoints.token, for: client, parameters))
    }

    /// Asks Apple to end the authorization behind a token.
    ///
    /// Apple answers 200 to any token, even to one that it never issued: this records "asked", not "revoked".
    public func revoke(_ token: RefreshToken, for client: ClientID) async throws(AppleCallFailure) {
        let parameters = [
            (name: "token", value: token.secretValue), (name: "token_type_hint", value: "refresh_token"),
        ]
        _ = try await call(endpoints.revoke, for: client, parameters)
    }

    private func call(
        _ url: String, for client: ClientID, _ parameters: [(name: String, value: String)]
    ) async throws(AppleCallFailure) -> TransportResponse {
        guard let secret = try? secrets?.secret(for: client, at: now()) else {
            throw .unavailable(reason: .clientSecretNotSigned, retryAfter: nil)
        }
        let credentials = [
            (name: "client_id", value: client.rawValue), (name: "client_secret", value: secret.secretValue),
        ]
        return try await TokenEndpointCall(transport: transport, url: url, parameters: credentials + parameters).send()
    }
}
