/// Identifies a relay address: there is one per person and team.
struct RelayKey: Hashable, Sendable, Codable {
    let person: String
    let teamID: String
}
