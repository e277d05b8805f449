import JSONWebTokens

/// Whom a verifier believes: one issuer, its keys, and the apps it may speak to.
///
/// Immutable, and a class so that each token takes one reference to it instead of a copy of all its parts.
final class TokenTrust: Sendable {
    let issuer: String
    let clientIDs: [ClientID]
    let keys: JSONWebKeySet
    /// Seconds.
    let leeway: Int
    let policy: TokenPolicy

    /// Refuses to exist without an issuer, a client id and a key.
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

    /// For a client whose configuration was checked when it was made and whose key set is never empty.
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

    /// Believes nobody: for what is decided by the header alone, before anybody knows a key.
    static let nobody = TokenTrust(checkedIssuer: "", clientIDs: [], keys: JSONWebKeySet(keys: []))
}
