/// Identifies a relay address: there is one per person and team.
struct RelayKey: Hashable, Sendable, Codable {
    let person: String
    let teamID: String
}

extension RelayKey: Comparable {
    static func < (one: RelayKey, other: RelayKey) -> Bool {
        (one.teamID, one.person) < (other.teamID, other.person)
    }
}
