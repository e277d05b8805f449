/// What stands behind a code, an access token and a refresh token.
struct Grant: Sendable, Equatable, Codable {
    /// The code it began with, so that two sign-ins of the same second are two grants; nil from older state files.
    let id: String?
    let person: String
    let client: String
    let consent: Consent.Key
    /// What this authorization may tell: requested now and agreed to at first.
    let scopes: Set<Scope>
    let authenticatedAt: Int
    /// Of the sign-in; nil from older state files. A refresh repeats it only where a switch says so.
    var nonce: String?
}
