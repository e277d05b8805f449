public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Proves identity tokens: one issuer, a closed list of client ids, one key set, all of them required.
///
/// It knows no clock and no network, so the same input gives the same answer for ever.
///
/// To follow it from top to bottom: a token is three texts with dots between them. The header says which key signed and how, the
/// claims say who signed in, to which app and until when, and the signature, made with a key that only Apple has, covers both.
/// 1. `CompactJWS` takes the text apart (folder `JSONWebTokens`); anybody can write what comes out.
/// 2. `IdentityTokenChecks.all` is the list of questions, one line each. Those of `HeaderChecks` end with the signature; only
///    then are the claims read, and asked by `ClaimChecks`. Each answers with `nil` or with the reason for a refusal.
/// 3. `VerifiedIdentityToken` is made of claims that passed them all.
public struct IdentityTokenVerifier: Sendable {
    private let trust: TokenTrust

    /// Refuses to exist without an issuer, a client id and a key.
    /// - Parameters:
    ///   - issuer: what `iss` must be.
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - keys: Apple's public keys.
    ///   - leeway: seconds that `exp` may have passed or `nbf` lie ahead: 0 to 60.
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

    /// Verifies a token: every check of the list, signature before claims.
    /// - Parameters:
    ///   - token: the compact token as it came.
    ///   - nonce: what its `nonce` must be.
    ///   - companion: what came beside it.
    ///   - maximumAge: seconds since the person proved themselves to Apple (`auth_time`), at most; `nil` asks nothing.
    ///   - now: the time to judge by.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion, maximumAge: TimeInterval? = nil,
        at now: Date
    ) throws(TokenRejection) -> VerifiedIdentityToken {
        let decoded = try HeaderChecks.decode(token, known: trust.keys.knownHeaders)
        return try verify(
            decoded, nonce: nonce, beside: companion, maximumAge: maximumAge, at: now, checks: IdentityTokenChecks.all)
    }

    /// The list is a parameter for the test that shows, for each check, a token which only this check refuses.
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
        else { throw .claimsMalformed }  // unreachable behind the checks; if one is ever lost, this still refuses
        return token
    }
}
