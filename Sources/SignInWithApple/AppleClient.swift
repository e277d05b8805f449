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
    private let clientIDs: [ClientID]
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let secrets: ClientSecretCache
    let sentCodes = SentCodes()
    let callDeadline: TimeInterval
    let observe: @Sendable (AppleCallEvent) -> Void

    /// A client for one team.
    /// - Parameters:
    ///   - keys: Apple's keys; several clients of one process share them.
    ///   - now: the clock for tokens, secrets and caches.
    ///   - callDeadline: seconds for one call of the token, revocation or migration endpoint.
    ///   - observe: called after each such call, for metrics; `AppleKeySet` reports its own fetches.
    public init(
        configuration: AppleAppConfiguration, endpoints: AppleEndpoints, keys: AppleKeySet,
        transport: any HTTPTransport, now: @escaping @Sendable () -> Date, callDeadline: TimeInterval = 10,
        observe: @escaping @Sendable (AppleCallEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.endpoints = endpoints
        self.keys = keys
        self.transport = transport
        self.now = now
        clientIDs = Array(configuration.clientIDs)
        secrets = ClientSecretCache(
            factories: configuration.signingKeys.map { key in
                ClientSecretFactory(
                    checkedTeamID: configuration.teamID, key: key, audience: endpoints.clientSecretAudience)
            })
        self.callDeadline = callDeadline
        self.observe = observe
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

    /// Verifies what Apple posted to the notification endpoint: `{"payload":"…"}`, the whole body.
    ///
    /// A body of another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(NotificationVerificationFailure) -> AppleNotification {
        guard let payload = AppleNotification.payload(ofBody: body) else { throw .rejected(.tokenMalformed) }
        return try await verifyNotification(payload)
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
}
