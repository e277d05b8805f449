/// Unusual identity tokens in an otherwise valid answer of `/auth/token`. A relying party must refuse some of them and
/// accept the others.
enum SpoiltIdentityToken: String, Sendable, CaseIterable {
    case otherSubject = "other_subject"
    case otherNonce = "other_nonce"
    case otherAudience = "other_audience"
    case otherIssuer = "other_issuer"
    /// Signed by an unpublished key with the `kid` of a published one.
    case otherKey = "other_key"
    case unsigned, expired, future, missing
    /// With claims that Apple does not have yet. It must be accepted.
    case newClaims = "new_claims"
    /// With only the claims that every token has. It must be accepted.
    case fewClaims = "few_claims"
    case numbersAsText = "numbers_as_text"
}
