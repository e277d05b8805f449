import HTTPServing
import JSONWebTokens
import Settings

/// The emulator's side of a recording: the teams of the script, with keys of their own.
struct RecordingWorld: Sendable {
    let configuration: EmulatorConfiguration
    /// The private keys by key ID.
    let keys: [String: SigningKey]

    init(of script: RecordingScript, _ values: RecordingValues) throws {
        var keys: [String: SigningKey] = [:]
        var teams: [String: EmulatorTeam] = [:]
        for (position, team) in script.teams.enumerated() {
            var apps: [String: String?] = [:]
            for app in team.apps { apps.updateValue(nil, forKey: try values.fill(app)) }
            var made = EmulatorTeam(teamID: try values.fill(team.teamID), apps: apps)
            for keyID in try team.keyIDs.map({ try values.fill($0) }) {
                let key = keys[keyID] ?? SigningKey.makeES256(keyID: keyID)
                keys[keyID] = key
                made.publicKeys[keyID] = try TeamKey.publicPEM(ofPrivateKeyPEM: key.pemRepresentation, keyID: keyID)
            }
            for service in team.services {
                made.services[try values.fill(service.id)] = EmulatorService(
                    primaryApp: try values.fill(service.primaryApp),
                    returnURLs: try service.returnURLs.map { try values.fill($0) })
            }
            teams["team \(position + 1) of the script"] = made
        }
        self.keys = keys
        configuration = EmulatorConfiguration(
            listen: ListenAddress(host: "127.0.0.1", port: 0), teams: teams, people: ExampleSetup.people)
    }
}
