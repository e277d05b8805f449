#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The front door: verifies what Apple signed and calls Apple's endpoints, for one team.
///
/// It holds no secret that it was not given and writes nothing anywhere. Share one per team.
public struct AppleClient: Sendable {
    /// The team, its keys and apps.
    public let configuration: AppleAppConfiguration
    private var verifier: AppleTokenVerifier
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let secrets: ClientSecretCache
    let sentCodes = SentCodes()
    let callDeadline: TimeInterval
    let observe: @Sendable (AppleCallEvent) -> Void

    /// A client for one team with keys of its own.
    /// - Parameters:
    ///   - configuration: the team, its keys and apps.
    ///   - endpoints: Apple, or an emulator.
    ///   - transport: the way out, for the calls and for Apple's keys.
    ///   - store: keeps Apple's keys over a restart.
    ///   - now: the clock for tokens, keys, secrets and caches.
    public init(
        configuration: AppleAppConfiguration, endpoints: AppleEndpoints = .apple, transport: any HTTPTransport,
        store: (any KeySetStore)? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            configuration: configuration,
            keys: AppleKeySet(endpoints: endpoints, transport: transport, now: now, store: store),
            transport: transport, now: now)
    }

    /// A client for one team with keys at hand.
    /// - Parameters:
    ///   - configuration: the team, its keys and apps.
    ///   - keys: Apple's keys; several clients of one process share them. Their endpoints are those of all calls.
    ///   - transport: the way out.
    ///   - now: the clock for tokens, secrets and caches.
    ///   - callDeadline: seconds for one call of the token, revocation or migration endpoint; the transport may have a
    ///     shorter limit of its own (`AsyncHTTPClientTransport`: `longestCall`).
    ///   - observe: called after each such call, for metrics; `AppleKeySet` reports its own fetches.
    public init(
        configuration: AppleAppConfiguration, keys: AppleKeySet, transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date = { Date() }, callDeadline: TimeInterval = 10,
        observe: @escaping @Sendable (AppleCallEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        verifier = AppleTokenVerifier(
            checkedClientIDs: configuration.clientIDs, primaryAppIDs: configuration.primaryAppIDs, keys: keys, now: now)
        self.transport = transport
        self.now = now
        secrets = ClientSecretCache(
            factories: configuration.signingKeys.map { key in
                ClientSecretFactory(
                    checkedTeamID: configuration.teamID, key: key, audience: keys.endpoints.clientSecretAudience)
            })
        self.callDeadline = callDeadline
        self.observe = observe
    }

    /// Apple's keys: `fetchIfDue` at the start spares the first person the wait.
    public var keys: AppleKeySet { verifier.keys }

    /// Apple, or an emulator.
    public var endpoints: AppleEndpoints { verifier.keys.endpoints }

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
    /// - Parameters:
    ///   - token: the compact token as it came.
    ///   - nonce: what its `nonce` must be.
    ///   - companion: what came beside it.
    ///   - maximumAge: seconds since the person proved themselves to Apple (`auth_time`), at most; `nil` asks nothing.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion, maximumAge: TimeInterval? = nil
    ) async throws(TokenVerificationFailure) -> VerifiedIdentityToken {
        try await verifier.verify(token, nonce: nonce, beside: companion, maximumAge: maximumAge)
    }

    /// Verifies what Apple posted to the notification endpoint: `{"payload":"…"}`, the whole body.
    ///
    /// A body of another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(body: body)
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's keys of today.
    public func verifyNotification(
        _ payload: String
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(payload)
    }
}
