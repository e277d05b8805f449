import Settings
import SignInWithApple

/// The configuration of a transfer: clients of a team that move to another team.
package struct TransferConfiguration: Sendable, Equatable {
    /// The name in the configuration.
    package let name: String
    /// The configured name of the team that the clients come from, or the Team ID of another company's.
    package let from: String
    /// The configured name of the team that the clients go to, or the Team ID of another company's.
    package let to: String
    /// The names of the clients that move.
    package let clients: [String]
}

extension TransferConfiguration {
    /// Reads one transfer; faults go to `settings`.
    init(_ name: String, _ settings: SettingsReader) {
        self.name = name
        from = settings.required(
            "from", "The name of the team that the app comes from, or the Team ID of another company's team.")
        to = settings.required(
            "to", "The name of the team that the app goes to, or the Team ID of another company's team.")
        clients = settings.list(
            "clients",
            "The names of the clients that move. They stay configured under the team `from`, or under `to` if you are the "
                + "buyer ([team-transfer.md](team-transfer.md)).")
        if clients.isEmpty, !name.isEmpty { settings.add(fault: "clients: at least one client is required") }
    }

    /// What is wrong with the transfers, for teams that are configured.
    static func faults(_ transfers: [TransferConfiguration], _ teams: [TeamConfiguration]) -> [String] {
        var faults: [String] = []
        var moving: Set<String> = []
        for transfer in transfers {
            let found = transfer.faults(teams)
            faults += found.map { "transfers.\(transfer.name).\($0)" }
            for client in transfer.clients where !moving.insert(client).inserted {
                faults.append("transfers.\(transfer.name).clients: \(client) moves in another transfer, too")
            }
        }
        return faults
    }

    /// The team under which the clients are configured.
    func team(_ teams: [TeamConfiguration]) -> TeamConfiguration? {
        teams.first { $0.name == from } ?? teams.first { $0.name == to }
    }

    private func faults(_ teams: [TeamConfiguration]) -> [String] {
        guard let team = team(teams) else { return ["from: neither \(from) nor \(to) is a team of this service"] }
        var faults: [String] = []
        for (setting, value) in [("from", from), ("to", to)]
        where !teams.contains(where: { $0.name == value }) && TeamID(value).fault != nil {
            faults.append("\(setting): \(ShownValue.of(value)) is neither the name of a team nor a Team ID")
        }
        if id(from, teams) == id(to, teams) { faults.append("to: must be another team than from") }
        let names = Set(team.clients.map(\.name))
        for client in clients where !names.contains(client) {
            faults.append("clients: \(ShownValue.of(client)) is not a client of the team \(team.name)")
        }
        return faults
    }

    /// The Team ID of a configured team, or the text itself.
    package func id(_ text: String, _ teams: [TeamConfiguration]) -> String {
        teams.first { $0.name == text }?.teamID ?? text
    }
}
