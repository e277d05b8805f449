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
    /// The team that the app belonged to when tokens were issued, if it has another one now.
    var issuedUnder: String?

    func moved(to consent: Consent.Key) -> Grant {
        Grant(
            id: id, person: person, client: client, consent: consent, scopes: scopes,
            authenticatedAt: authenticatedAt, nonce: nonce, issuedUnder: issuedUnder)
    }

    /// The grant after a transfer of the app. It is an old one until the app comes back.
    func transferred(to consent: Consent.Key) -> Grant {
        var grant = moved(to: consent)
        grant.issuedUnder = issuedUnder ?? self.consent.teamID
        return grant
    }

    /// Whether a transfer has come between the tokens and today.
    var isFromFormerTeam: Bool { issuedUnder.map { $0 != consent.teamID } ?? false }
}
