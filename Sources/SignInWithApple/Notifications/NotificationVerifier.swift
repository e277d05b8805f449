public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Verifies server-to-server notifications. It requires one issuer, a closed list of client ids and one key set.
@_spi(SignInPrograms) public struct NotificationVerifier: Sendable {
    private let trust: TokenTrust

    /// Creates a verifier. Throws if there is no issuer, no client id or no key.
    /// - Parameters:
    ///   - issuer: the required value of `iss`.
    ///   - clientIDs: every client and primary App ID of the team. Apple addresses notifications to the primary App ID.
    ///   - keys: Apple's public keys.
    ///   - leeway: tolerance in seconds, 0 to 60, for an `exp` in the past or an `nbf` in the future.
    ///   - policy: how long a token may live.
    public init(
        issuer: String, clientIDs: Set<ClientID>, keys: JSONWebKeySet, leeway: Int = 0,
        policy: TokenPolicy = .standard
    ) throws(ConfigurationFault) {
        trust = try TokenTrust(issuer: issuer, clientIDs: clientIDs, keys: keys, leeway: leeway, policy: policy)
    }

    init(trust: TokenTrust) {
        self.trust = trust
    }

    /// Verifies the `payload` member of the body that Apple posts.
    public func verify(_ payload: String, at now: Date) throws(TokenRejection) -> AppleNotification {
        let decoded = try HeaderChecks.decode(payload, known: trust.keys.knownHeaders)
        return try verify(decoded, at: now, checks: NotificationChecks.all)
    }

    func verify(
        _ token: consuming CompactJWS, at now: Date, checks: [TokenCheck]
    ) throws(TokenRejection) -> AppleNotification {
        var evidence = TokenEvidence(
            token: token, trust: trust, nonce: .notUsed(because: "notifications answer no request"),
            companion: .nothing, now: now.timeIntervalSince1970)
        try checks.run(on: &evidence)
        guard let claims = evidence.claims, let clientID = evidence.clientID, let issuedAt = claims.double("iat"),
            let expiresAt = claims.double("exp"), let id = claims.identifier("jti"),
            let event = AppleNotificationEvent(claims, issuedAt: issuedAt)
        else { throw .eventMalformed }
        return AppleNotification(
            id: id, clientID: clientID, issuedAt: Date(timeIntervalSince1970: issuedAt),
            expiresAt: Date(timeIntervalSince1970: expiresAt), event: event)
    }
}
