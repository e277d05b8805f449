/// The authorization behind a code, an access token and a refresh token.
struct Grant: Sendable, Equatable, Codable {
    /// The code it began with, so that two sign-ins in the same second are two grants.
    let id: String
    let person: String
    let client: String
    let consent: Consent.Key
    /// The scopes of this authorization: those that were requested and are part of the original consent.
    let scopes: Set<Scope>
    let authenticatedAt: Int
    /// The nonce of the sign-in. A refresh repeats it only if a switch says so.
    let nonce: String?

    func moved(to consent: Consent.Key) -> Grant {
        Grant(
            id: id, person: person, client: client, consent: consent, scopes: scopes,
            authenticatedAt: authenticatedAt, nonce: nonce)
    }
}
