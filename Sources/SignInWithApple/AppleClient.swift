#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The main entry point: verifies what Apple signed and calls Apple's endpoints, for one team.
///
/// It holds no secrets but those you pass in, and writes nothing to disk. Share one per team.
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

    /// Creates a client for one team that fetches its own keys.
    /// - Parameters:
    ///   - configuration: the team, its keys and apps.
    ///   - endpoints: Apple, or an emulator.
    ///   - transport: sends the calls and the requests for Apple's keys.
    ///   - store: keeps Apple's keys across restarts.
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

    /// Creates a client for one team with an existing key set.
    /// - Parameters:
    ///   - configuration: the team, its keys and apps.
    ///   - keys: Apple's keys. Several clients of one process can share them. All calls go to their endpoints.
    ///   - transport: sends the calls.
    ///   - now: the clock for tokens, secrets and caches.
    ///   - callDeadline: seconds for one call of the token, revocation or migration endpoint. The transport may have a
    ///     shorter limit of its own (`AsyncHTTPClientTransport`: `longestCall`).
    ///   - observe: called after each such call, for metrics. `AppleKeySet` reports its own fetches.
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

    /// Apple's keys. Call `fetchIfDue` at startup, so that the first sign-in does not have to wait for them.
    public var keys: AppleKeySet { verifier.keys }

    /// The endpoints of Apple, or of an emulator.
    public var endpoints: AppleEndpoints { verifier.keys.endpoints }

    /// How long a token may live. Change it before the client is shared.
    public var tokenPolicy: TokenPolicy {
        get { verifier.policy }
        set { verifier.policy = newValue }
    }

    /// Verifies an identity token with Apple's current keys.
    ///
    /// If the key is not known yet, Apple is asked for it. `.rejected(.unknownKey)` means that a fetch that began after
    /// the token arrived did not bring the key. `.unavailable` means that Apple could not be asked, or not yet: the
    /// same token may pass after `AppleCallFailure.retryAfter`.
    /// - Parameters:
    ///   - token: the compact token as received.
    ///   - nonce: the expected value of `nonce`.
    ///   - companion: what was received with the token.
    ///   - maximumAge: the maximum number of seconds since the person proved themselves to Apple (`auth_time`). With
    ///     `nil` there is no limit.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion, maximumAge: TimeInterval? = nil
    ) async throws(TokenVerificationFailure) -> VerifiedIdentityToken {
        try await verifier.verify(token, nonce: nonce, beside: companion, maximumAge: maximumAge)
    }

    /// Verifies the whole body that Apple posted to the notification endpoint: `{"payload":"…"}`.
    ///
    /// A body in another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(body: body)
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's current keys.
    public func verifyNotification(
        _ payload: String
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verifier.verifyNotification(payload)
    }
}
