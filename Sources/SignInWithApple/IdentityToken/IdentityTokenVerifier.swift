public import Foundation
public import JSONWebTokens

/// Proves identity tokens: one issuer, a closed list of client ids, one key set, all of them required.
///
/// It knows no clock and no network, so the same input gives the same answer for ever.
public struct IdentityTokenVerifier: Sendable {
    private let trust: TokenTrust

    /// Refuses to exist without an issuer, a client id and a key.
    /// - Parameter leeway: seconds that `exp` may have passed or `nbf` lie ahead: 0 to 60.
    public init(
        issuer: String, clientIDs: Set<ClientID>, keys: JSONWebKeySet, leeway: Int = 0
    ) throws(ConfigurationFault) {
        trust = try TokenTrust(issuer: issuer, clientIDs: clientIDs, keys: keys, leeway: leeway)
    }

    init(trust: TokenTrust) {
        self.trust = trust
    }

    /// Verifies a token: every check of the list, signature before claims.
    /// - Parameters:
    ///   - token: the compact token as it came.
    ///   - nonce: what its `nonce` must be.
    ///   - companion: what came beside it.
    ///   - now: the time to judge by.
    public func verify(
        _ token: String, nonce: ExpectedNonce, beside companion: TokenCompanion, at now: Date
    ) throws(IdentityTokenRejection) -> VerifiedIdentityToken {
        let decoded = try HeaderChecks<IdentityTokenRejection>.decode(token)
        return try verify(decoded, nonce: nonce, beside: companion, at: now, checks: IdentityTokenChecks.all)
    }

    /// The list is a parameter for the test that shows, for each check, a token which only this check refuses.
    func verify(
        _ token: CompactJWS, nonce: ExpectedNonce, beside companion: TokenCompanion, at now: Date,
        checks: [TokenCheck<IdentityTokenRejection>]
    ) throws(IdentityTokenRejection) -> VerifiedIdentityToken {
        var evidence = TokenEvidence(
            token: token, trust: trust, nonce: nonce, companion: companion, now: now.timeIntervalSince1970)
        try checks.run(on: &evidence)
        guard let token = VerifiedIdentityToken(evidence) else { throw .claimsMalformed }
        return token
    }
}
