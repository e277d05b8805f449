import SignInFlows

extension Finding {
    /// People are stored under a team that is not configured.
    static func storedTeam(_ teamID: String) -> Finding {
        let warning = StoredTeams.warning(teamID)
        return Finding(
            code: "stored_team_unknown", level: .warning, subject: "team \(teamID)",
            meaning: warning.prefix(1).uppercased() + warning.dropFirst() + ".",
            advice: "Configure the team again. If the app moves, name both teams under transfers.",
            evidence: .documented)
    }
}
