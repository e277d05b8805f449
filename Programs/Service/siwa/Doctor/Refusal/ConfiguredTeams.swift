import JSONWebTokens
import PrivateFiles
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// The teams of a configuration with their keys and clients, to compare a request with.
struct ConfiguredTeams: Sendable {
    struct Team: Sendable {
        let teamID: String
        let clientIDs: [String]
        let keys: [Key]

        func key(_ id: String) -> Key? { keys.first { $0.id.utf8.elementsEqual(id.utf8) } }
    }

    struct Key: Sendable {
        let id: String
        /// Nil if the file holds no key that can be used.
        let verificationKey: VerificationKey?
    }

    let teams: [Team]
    /// The clients that browsers use, whose codes need a redirect URI.
    var services: Set<String> = []
    /// The audience of client secrets: Apple's, or that of an emulator.
    let audience: String

    /// The team of a client. IDs are compared by their bytes, because Apple's are case-sensitive ASCII.
    func team(ofClient id: String) -> Team? {
        teams.first { $0.clientIDs.contains { $0.utf8.elementsEqual(id.utf8) } }
    }
}

extension ConfiguredTeams {
    /// Reads the configured teams, and the public halves of their keys from the key files.
    init(_ settings: ServerConfiguration) {
        teams = settings.teams.map { team in
            Team(
                teamID: team.teamID, clientIDs: team.clients.map(\.id),
                keys: team.keys.map { Key(id: $0.id, verificationKey: Self.verificationKey($0)) })
        }
        services = Set(settings.teams.flatMap(\.clients).filter { $0.kind != .native }.map(\.id))
        audience = settings.apple.endpoints.clientSecretAudience
    }

    private static func verificationKey(_ key: TeamConfiguration.Key) -> VerificationKey? {
        guard let bytes = try? PrivateFile.read(key.file) else { return nil }
        let pem = String(decoding: bytes, as: UTF8.self)
        return try? SigningKey(pem: pem, keyID: key.id, requiring: .es256).verificationKey
    }
}
