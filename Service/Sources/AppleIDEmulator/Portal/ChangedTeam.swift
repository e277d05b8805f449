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

    /// Whether a kept team can come back. A configuration that has changed since takes precedence, and so does a
    /// configured team that has one of its identifiers.
    func allows(_ kept: ChangedTeam) -> Bool {
        let team = kept.team
        guard configured[team.teamID] == kept.configured else { return false }
        return (Array(team.apps.keys) + Array(team.services.keys)).allSatisfy { identifier in
            teamID(of: identifier).map { $0 == team.teamID } ?? true
        }
    }
}
