/// The signature algorithms of Sign in with Apple: a closed list, so that a token cannot bring in another one.
public enum SignatureAlgorithm: String, Sendable, CaseIterable, Hashable {
    /// ECDSA on P-256 with SHA-256 (RFC 7518, section 3.4), for client secrets.
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3), for the tokens that Apple signs.
    case rs256 = "RS256"
}
