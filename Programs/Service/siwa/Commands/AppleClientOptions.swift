import ArgumentParser
import Foundation
import JSONWebTokens
import PrivateFiles
import Settings
import SignInServer
import SignInWithApple

/// One client of the configuration, for calls of Apple's token endpoint.
struct AppleClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The client's name in the configuration, to which Apple issued the token; needed if there are several.",
            valueName: "name"))
    var client: String?

    @OptionGroup var service: ConfiguredService

    /// Runs `work` with a client of Apple, and closes its connections afterwards.
    func withApple<Value>(
        _ work: (AppleClient, ClientID) async throws -> Value
    ) async throws -> Value {
        let settings = try service.settings()
        let (team, chosen) = try Self.chosen(client, of: settings.teams)
        let apple = settings.apple
        let configuration = try Self.configuration(of: team, chosen)
        let transport = AsyncHTTPClientTransport(
            connectTimeout: TimeInterval(apple.connectSeconds), longestCall: TimeInterval(apple.callSeconds),
            allowsPlainHTTPTo: apple.plainOrigins)
        do {
            let value = try await work(
                AppleClient(configuration: configuration, endpoints: apple.endpoints, transport: transport),
                ClientID(rawValue: chosen.id))
            try? await transport.shutdown()
            return value
        } catch {
            try? await transport.shutdown()
            throw error
        }
    }

    /// The client with this name, or the only one.
    static func chosen(
        _ name: String?, of teams: [TeamConfiguration]
    ) throws -> (TeamConfiguration, TeamConfiguration.Client) {
        let all = teams.flatMap { team in team.clients.map { (team, $0) } }
        let found = name.map { name in all.filter { $0.1.name == name } } ?? all
        guard let only = found.first, found.count == 1 else {
            throw ValidationError("--client must be one of \(all.map { $0.1.name }.joined(separator: ", "))")
        }
        return only
    }

    private static func configuration(
        of team: TeamConfiguration, _ client: TeamConfiguration.Client
    ) throws -> AppleAppConfiguration {
        do {
            return try AppleAppConfiguration(
                teamID: TeamID(rawValue: team.teamID),
                signingKeys: team.keys.map {
                    try SigningKey(
                        pem: String(decoding: PrivateFile.read($0.file), as: UTF8.self), keyID: $0.id,
                        requiring: .es256)
                },
                clientIDs: [ClientID(rawValue: client.id)])
        } catch let error as SigningKeyError {
            throw ConfigurationFaults(["teams.\(team.name).keys: \(error.description)"])
        }
    }
}

extension RefreshToken {
    /// The token on standard input. Never an argument, which other users of the machine can see.
    static func fromStandardInput() throws -> RefreshToken {
        var input = StandardInput()
        guard let text = input.text(limit: 8_192)?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw ValidationError("write one refresh token to standard input") }
        return RefreshToken(secretValue: text)
    }
}
