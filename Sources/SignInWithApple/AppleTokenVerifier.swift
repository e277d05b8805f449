import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Verifies what Apple signed with Apple's current keys. It needs no private key, so it suits servers that only check
/// tokens. `AppleClient` does the same and also calls Apple's endpoints.
///
/// ```swift
/// let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
/// let token = try await apple.verify(
///     text, nonce: .sha256(of: nonce), beside: .nothing)
/// ```
///
/// The initializer of the example has no transport, so it requires the package's trait `AsyncHTTPClient`. The
/// initializers here take your own transport, clock or keys. Create one verifier when the server starts, and share it.
public struct AppleTokenVerifier: Sendable {
    private let clientIDs: [ClientID]
    private let notificationAudiences: [ClientID]
    /// Apple's keys. Call `fetchIfDue` at startup, so that the first sign-in does not have to wait for them.
    public let keys: AppleKeySet
    private let now: @Sendable () -> Date
    /// How long a token may live. Change it before the verifier is shared.
    public var policy = TokenPolicy.standard

    /// Creates a verifier that fetches its own keys. Throws if there is no client id.
    /// - Parameters:
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: further primary App IDs, to which Apple addresses notifications. Identity tokens for them are
    ///     not accepted.
    ///   - endpoints: Apple, or an emulator.
    ///   - transport: fetches Apple's keys.
    ///   - store: keeps Apple's keys across restarts.
    ///   - now: the clock for tokens and for the age of keys.
    public init(
        clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = [], endpoints: AppleEndpoints = .apple,
        transport: any HTTPTransport, store: (any KeySetStore)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ConfigurationFault) {
        try self.init(
            clientIDs: clientIDs, primaryAppIDs: primaryAppIDs,
            keys: AppleKeySet(endpoints: endpoints, transport: transport, now: now, store: store), now: now)
    }

    /// Creates a verifier with an existing key set. Throws if there is no client id.
    /// - Parameters:
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: further primary App IDs, to which Apple addresses notifications. Identity tokens for them are
    ///     not accepted.
    ///   - keys: Apple's keys. The issuer is that of their endpoints. It is never taken from a token.
    ///   - now: the clock for tokens.
    public init(
        clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = [], keys: AppleKeySet,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ConfigurationFault) {
        try AppleAppConfiguration.check(clientIDs.union(primaryAppIDs))
        guard !clientIDs.isEmpty else { throw .noClientID }
        self.init(checkedClientIDs: clientIDs, primaryAppIDs: primaryAppIDs, keys: keys, now: now)
    }

    init(
        checkedClientIDs clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID>, keys: AppleKeySet,
        now: @escaping @Sendable () -> Date
    ) {
        self.clientIDs = Array(clientIDs)
        notificationAudiences = Array(clientIDs.union(primaryAppIDs))
        self.keys = keys
        self.now = now
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
        try await verify(token, audiences: clientIDs, header: IdentityTokenChecks.beforeKey) {
            decoded, trust throws(TokenRejection) in
            try IdentityTokenVerifier(trust: trust)
                .verify(
                    decoded, nonce: nonce, beside: companion, maximumAge: maximumAge, at: now(),
                    checks: IdentityTokenChecks.all)
        }
    }

    /// Verifies the whole body that Apple posted to the notification endpoint: `{"payload":"…"}`.
    ///
    /// A body in another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        guard let payload = AppleNotification.payload(ofBody: body) else { throw .rejected(.tokenMalformed) }
        return try await verifyNotification(payload)
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's current keys.
    public func verifyNotification(
        _ payload: String
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verify(payload, audiences: notificationAudiences, header: NotificationChecks.beforeKey) {
            decoded, trust throws(TokenRejection) in
            try NotificationVerifier(trust: trust).verify(decoded, at: now(), checks: NotificationChecks.all)
        }
    }

    /// Runs the checks that need no key first, so that a token that fails them causes no request to Apple.
    private func verify<Proven>(
        _ token: String, audiences: [ClientID], header checks: [TokenCheck],
        by prove: (CompactJWS, TokenTrust) throws(TokenRejection) -> Proven
    ) async throws(TokenVerificationFailure) -> Proven {
        let decoded: CompactJWS
        do throws(TokenRejection) {
            decoded = try HeaderChecks.decode(token, known: keys.knownHeaders)
            try checks.run(onHeaderOf: decoded)
        } catch {
            throw .rejected(error)
        }
        let trust: TokenTrust
        do throws(AppleCallFailure) {
            let keys = try await keys.keys(forKeyID: decoded.header.keyID, token: TokenMark(token))
            trust = TokenTrust(
                checkedIssuer: self.keys.endpoints.issuer, clientIDs: audiences, keys: keys, policy: policy)
        } catch {
            throw .unavailable(error)
        }
        do throws(TokenRejection) {
            return try prove(decoded, trust)
        } catch {
            throw .rejected(error)
        }
    }
}
