/// What a person agreed to for one group of apps. The first request decides the scopes (observed at Apple).
struct Consent: Sendable, Equatable, Codable {
    /// All clients under one primary App ID share a consent.
    struct Key: Hashable, Sendable, Codable {
        let person: String
        let teamID: String
        let primaryApp: String

        private enum CodingKeys: String, CodingKey {
            case person, primaryApp
            case teamID = "team_id"
        }
    }

    let scopes: Set<Scope>
    let isEmailShared: Bool
    let grantedAt: Int
    /// The domain of the relay address, which never changes once it is made.
    let relayDomain: String
    /// The name that the apps received, for the account page.
    var name: PersonName?
    /// The team that the app belonged to before, if the consent came with a transfer.
    var transferredFrom: String?

    /// The same consent for the team that received the app. A relay address is per team, so its domain may be another.
    func transferred(from teamID: String, relayDomain: String) -> Consent {
        Consent(
            scopes: scopes, isEmailShared: isEmailShared, grantedAt: grantedAt, relayDomain: relayDomain, name: name,
            transferredFrom: teamID)
    }
}

extension Consent.Key: Comparable {
    static func < (one: Consent.Key, other: Consent.Key) -> Bool {
        (one.teamID, one.primaryApp, one.person) < (other.teamID, other.primaryApp, other.person)
    }
}

/// The scopes that a client can request. As at Apple, `openid` is also accepted, but has no effect.
enum Scope: String, Sendable, Codable, ListedValue {
    case name, email
}
