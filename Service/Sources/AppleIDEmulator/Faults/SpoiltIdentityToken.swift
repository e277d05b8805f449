/// An identity token that a relying party must refuse, or must be able to read, in an answer of `/auth/token` that is good
/// otherwise.
enum SpoiltIdentityToken: String, Sendable, CaseIterable {
    case otherSubject = "other_subject"
    case otherNonce = "other_nonce"
    case otherAudience = "other_audience"
    case otherIssuer = "other_issuer"
    /// Signed by a key that is not published, under the name of one that is.
    case otherKey = "other_key"
    case unsigned, expired, future, missing
    /// Claims Apple has not invented yet: to be let pass.
    case newClaims = "new_claims"
    /// None but those every token has: to be let pass.
    case fewClaims = "few_claims"
    case numbersAsText = "numbers_as_text"
}
