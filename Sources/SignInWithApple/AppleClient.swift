public import Foundation

/// The front door: verifies what Apple signed and calls Apple's endpoints, for one team.
///
/// It holds no secret that it was not given and writes nothing anywhere. Share one per team.
public struct AppleClient: Sendable {
    /// The team, its keys and apps.
    public let configuration: AppleAppConfiguration
    /// Apple, or an emulator.
    public let endpoints: AppleEndpoints
    private var verifier: AppleTokenVerifier
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let secrets: ClientSecretCache
    let sentCodes = SentCodes()
    let callDeadline: TimeInterval
    let observe: @Sendable (AppleCallEvent) -> Void

    /// A client for one team.
    /// - Parameters:
    ///   - configuration: the team, its keys and apps.
    ///   - endpoints: Apple, or an emulator.
    ///   - keys: Apple's keys, from the same endpoints; several clients of one process share them.
    ///   - transport: the way out.
    ///   - now: the clock for tokens, secrets and caches.
    ///   - callDeadline: seconds for one call of the token, revocation or migration endpoint; the transport may have a
    ///     shorter limit of its own (`AsyncHTTPClientTransport`: `longestCall`).
    ///   - observe: called after each such call, for metrics; `AppleKeySet` reports its own fetches.
    public init(
        configuration: AppleAppConfiguration, endpoints: AppleEndpoints, keys: AppleKeySet,
        transport: any HTTPTransport, now: @escaping @Sendable () -> Date, callDeadline: TimeInterval = 10,
        observe: @escaping @Sendable (AppleCallEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.endpoints = endpoints
        verifier = AppleTokenVerifier(
            checkedClientIDs: configuration.clientIDs, primaryAppIDs: configuration.primaryAppIDs,
            endpoints: endpoints, keys: keys, now: now)
        self.transport = transport
        self.now = now
        secrets = ClientSecretCache(
            factories: configuration.signingKeys.map { key in
                ClientSecretFactory(
                    checkedTeamID: configuration.teamID, key: key, audience: endpoints.clientSecretAudience)
            })
        self.callDeadline = callDeadline
        self.observe = observe
    }

    /// How long a token may live; change it before the client is shared.
    public var tokenPolicy: TokenPolicy {
        get { verifier.policy }
        set { verifier.policy = newValue }
    }

    /// Verifies an identity token with Apple's keys of today.
    ///
    /// A key that is not known yet is looked for at Apple. `.rejected(.unknownKey)` says that Apple does not have it, by a fetch
    /// that began after the token came; `.unavailable` that Apple could not be asked, or not yet: the same token may pass after
    /// `AppleCallFailure.retryAfter`.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion
    ) async throws(IdentityVerificationFailure) -> VerifiedIdentityToken {
        try await verifier.verify(token, nonce: nonce, beside: companion)
    }

    /// Verifies what Apple posted to the notification endpoint: `{"payload":"…"}`, the whole body.
    ///
    /// A body of another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(NotificationVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(body: body)
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's keys of today.
    public func verifyNotification(
        _ payload: String
    ) async throws(NotificationVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(payload)
    }
}
