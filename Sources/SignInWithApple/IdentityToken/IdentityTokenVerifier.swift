public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Verifies identity tokens. It requires one issuer, a closed list of client ids and one key set.
///
/// It uses no clock and no network, so the same input always gives the same result.
///
/// A token is three texts with dots between them. The header says which key signed it and how. The claims say who
/// signed in, to which app and until when. The signature, made with a key that only Apple has, covers both. The code
/// works from top to bottom:
/// 1. `CompactJWS` splits and decodes the text (folder `JSONWebTokens`). At this point anybody could have written it.
/// 2. `IdentityTokenChecks.all` is the list of checks, one line each. The checks of `HeaderChecks` end with the
///    signature. Only then are the claims read, and `ClaimChecks` checks them. Each check returns `nil` or the reason
///    for a refusal.
/// 3. `VerifiedIdentityToken` is created from claims that passed all checks.
public struct IdentityTokenVerifier: Sendable {
    private let trust: TokenTrust

    /// Creates a verifier. Throws if there is no issuer, no client id or no key.
    /// - Parameters:
    ///   - issuer: the required value of `iss`.
    ///   - clientIDs: every app whose tokens are accepted.
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

    /// Verifies a token with every check of the list, the signature before the claims.
    /// - Parameters:
    ///   - token: the compact token as received.
    ///   - nonce: the expected value of `nonce`.
    ///   - companion: what was received with the token.
    ///   - maximumAge: the maximum number of seconds since the person proved themselves to Apple (`auth_time`). With
    ///     `nil` there is no limit.
    ///   - now: the time to compare with.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion, maximumAge: TimeInterval? = nil,
        at now: Date
    ) throws(TokenRejection) -> VerifiedIdentityToken {
        let decoded = try HeaderChecks.decode(token, known: trust.keys.knownHeaders)
        return try verify(
            decoded, nonce: nonce, beside: companion, maximumAge: maximumAge, at: now, checks: IdentityTokenChecks.all)
    }

    /// The list is a parameter for a test. It proves for each check that there is a token which only this check
    /// refuses.
    func verify(
        _ token: consuming CompactJWS, nonce: ExpectedNonce, beside companion: TokenCompanion,
        maximumAge: TimeInterval? = nil, at now: Date, checks: [TokenCheck]
    ) throws(TokenRejection) -> VerifiedIdentityToken {
        var evidence = TokenEvidence(
            token: token, trust: trust, nonce: nonce, companion: companion, maximumAge: maximumAge,
            now: now.timeIntervalSince1970)
        try checks.run(on: &evidence)
        guard let claims = evidence.claims, let clientID = evidence.clientID,
            let token = VerifiedIdentityToken(claims: claims, clientID: clientID, issuer: trust.issuer)
        else { throw .claimsMalformed }  // unreachable after the checks; refuses even if one of them is lost
        return token
    }
}
