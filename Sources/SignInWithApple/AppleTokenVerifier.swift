import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Verifies what Apple signed with Apple's keys of today, and needs no key of one's own: for those who only check
/// tokens. `AppleClient` does the same and calls Apple's endpoints besides.
///
/// ```swift
/// let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
/// let token = try await apple.verify(
///     text, nonce: .sha256(of: nonce), beside: .nothing)
/// ```
///
/// The first line, without a transport, is that of `SignInWithAppleTransport`; there are others here for a transport, a clock or
/// keys of one's own. Make one when the server starts, and share it.
public struct AppleTokenVerifier: Sendable {
    private let clientIDs: [ClientID]
    private let notificationAudiences: [ClientID]
    /// Apple's keys: `fetchIfDue` at the start spares the first person the wait.
    public let keys: AppleKeySet
    private let now: @Sendable () -> Date
    /// How long a token may live; change it before the verifier is shared.
    public var policy = TokenPolicy.standard

    /// A verifier with keys of its own. Refuses to exist without a client id.
    /// - Parameters:
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: primary App IDs beside them, to which Apple addresses notifications; no identity token is
    ///     accepted for them.
    ///   - endpoints: Apple, or an emulator.
    ///   - transport: the way to Apple's keys.
    ///   - store: keeps Apple's keys over a restart.
    ///   - now: the clock that tokens are judged and keys aged by.
    public init(
        clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = [], endpoints: AppleEndpoints = .apple,
        transport: any HTTPTransport, store: (any KeySetStore)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ConfigurationFault) {
        try self.init(
            clientIDs: clientIDs, primaryAppIDs: primaryAppIDs,
            keys: AppleKeySet(endpoints: endpoints, transport: transport, now: now, store: store), now: now)
    }

    /// A verifier with keys at hand. Refuses to exist without a client id.
    /// - Parameters:
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: primary App IDs beside them, to which Apple addresses notifications; no identity token is
    ///     accepted for them.
    ///   - keys: Apple's keys. The issuer is that of their endpoints, and never taken from a token.
    ///   - now: the clock that tokens are judged by.
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
        try await verify(token, audiences: clientIDs, header: IdentityTokenChecks.beforeKey) {
            decoded, trust throws(TokenRejection) in
            try IdentityTokenVerifier(trust: trust)
                .verify(
                    decoded, nonce: nonce, beside: companion, maximumAge: maximumAge, at: now(),
                    checks: IdentityTokenChecks.all)
        }
    }

    /// Verifies what Apple posted to the notification endpoint: `{"payload":"…"}`, the whole body.
    ///
    /// A body of another form is `.rejected(.tokenMalformed)`.
    public func verifyNotification(
        body: [UInt8]
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        guard let payload = AppleNotification.payload(ofBody: body) else { throw .rejected(.tokenMalformed) }
        return try await verifyNotification(payload)
    }

    /// Verifies the `payload` member of a server-to-server notification with Apple's keys of today.
    public func verifyNotification(
        _ payload: String
    ) async throws(TokenVerificationFailure) -> AppleNotification {
        try await verify(payload, audiences: notificationAudiences, header: NotificationChecks.beforeKey) {
            decoded, trust throws(TokenRejection) in
            try NotificationVerifier(trust: trust).verify(decoded, at: now(), checks: NotificationChecks.all)
        }
    }

    /// What needs no key comes first: a token that fails there causes no request to Apple.
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
