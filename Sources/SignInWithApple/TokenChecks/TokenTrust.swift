import JSONWebTokens

/// What a verifier trusts: one issuer, its keys, and the apps that a token may be for.
///
/// Immutable, and a class, so that each token costs one reference instead of a copy of all its parts.
final class TokenTrust: Sendable {
    let issuer: String
    let clientIDs: [ClientID]
    let keys: JSONWebKeySet
    /// In seconds.
    let leeway: Int
    let policy: TokenPolicy

    /// Throws if there is no issuer, no client id or no key.
    convenience init(
        issuer: String, clientIDs: Set<ClientID>, keys: JSONWebKeySet, leeway: Int,
        policy: TokenPolicy = .standard
    ) throws(ConfigurationFault) {
        guard !issuer.isEmpty else { throw .noIssuer }
        try AppleAppConfiguration.check(clientIDs)
        guard keys.keys.contains(where: { $0.algorithm == .rs256 }) else { throw .noVerificationKey }
        guard (0...60).contains(leeway) else { throw .leewayOutOfRange }
        self.init(checkedIssuer: issuer, clientIDs: Array(clientIDs), keys: keys, leeway: leeway, policy: policy)
    }

    /// For a client whose configuration was checked when it was created and whose key set is never empty.
    init(
        checkedIssuer issuer: String, clientIDs: [ClientID], keys: JSONWebKeySet, leeway: Int = 0,
        policy: TokenPolicy = .standard
    ) {
        self.issuer = issuer
        self.clientIDs = clientIDs
        self.keys = keys
        self.leeway = leeway
        self.policy = policy
    }

    /// Trusts no one: for checks that read only the header, before a key is known.
    static let nobody = TokenTrust(checkedIssuer: "", clientIDs: [], keys: JSONWebKeySet(keys: []))
}
