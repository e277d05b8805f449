/// The signature algorithms that Sign in with Apple uses: a closed list, so that a token cannot bring another one.
public enum SignatureAlgorithm: String, Sendable, CaseIterable, Hashable {
    /// ECDSA on P-256 with SHA-256 (RFC 7518, section 3.4): what client secrets are signed with.
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3): what Apple signs its tokens with.
    case rs256 = "RS256"
}
