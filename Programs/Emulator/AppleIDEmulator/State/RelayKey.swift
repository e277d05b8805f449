/// Identifies a relay address: there is one per person and team.
struct RelayKey: Hashable, Sendable, Codable {
    let person: String
    let teamID: String

    private enum CodingKeys: String, CodingKey {
        case person
        case teamID = "team_id"
    }
}

extension RelayKey: Comparable {
    static func < (one: RelayKey, other: RelayKey) -> Bool {
        (one.teamID, one.person) < (other.teamID, other.person)
    }
}
