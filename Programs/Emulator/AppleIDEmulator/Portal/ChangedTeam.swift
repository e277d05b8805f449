/// A team that was made or changed while the emulator ran, as the state file keeps it.
struct ChangedTeam: Sendable, Equatable, Codable {
    let team: Team
    /// What the configuration said about the team at that time. Nil if it did not have the team.
    let configured: Team?
}

extension Portal {
    /// Takes the present teams as those of the configuration.
    mutating func beginConfigured() {
        configured = teams
        changed = [:]
    }

    mutating func noteChangedTeams() {
        for (id, team) in teams {
            if configured[id] == team {
                changed[id] = nil
            } else if changed[id]?.team != team {
                changed[id] = ChangedTeam(team: team, configured: configured[id])
            }
        }
    }

    /// The kept teams that can come back, in their order. A configuration that has changed since takes precedence, and
    /// so does a configured team that has one of a kept team's identifiers and did not give it away.
    func allowed(_ kept: KeptDictionary<String, ChangedTeam>) -> [ChangedTeam] {
        let unchanged = kept.values.filter { configured[$0.team.teamID] == $0.configured }
            .sorted { $0.team.teamID < $1.team.teamID }
        let givers = Dictionary(unchanged.map { ($0.team.teamID, $0.team) }) { first, _ in first }
        return unchanged.filter { kept in
            kept.team.identifiers.allSatisfy { identifier in
                guard let owner = teamID(of: identifier), owner != kept.team.teamID else { return true }
                return givers[owner].map { !$0.identifiers.contains(identifier) } ?? false
            }
        }
    }
}

extension Team {
    fileprivate var identifiers: Set<String> { Set(apps.keys).union(services.keys) }
}
