import Foundation
import JSONWebTokens
import PrivateFiles
import Settings
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// Builds the client directory from the configured teams. It reads their keys and shares Apple's key set among them.
struct ClientComposition {
    let apple: AppleConfiguration
    let keys: AppleKeySet
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let observe: @Sendable (AppleCallEvent) -> Void

    /// All clients of all teams. All faults of keys and ids are thrown as one list.
    func directory(of teams: [TeamConfiguration]) throws(ConfigurationFaults) -> ClientDirectory {
        var faults: [String] = []
        var clients: [RegisteredClient] = []
        for team in teams {
            do {
                let registered = try self.team(team)
                clients += team.clients.map { client in
                    RegisteredClient(
                        name: client.name, id: ClientID(rawValue: client.id), kind: client.kind,
                        returnURLs: client.returnURLs, scopes: client.scopes, script: client.script,
                        team: registered, primaryAppID: client.primaryAppID.map { ClientID(rawValue: $0) })
                }
            } catch {
                faults.append("teams.\(team.name): \(Self.words(for: error))")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return ClientDirectory(clients)
    }

    private func team(_ team: TeamConfiguration) throws -> RegisteredTeam {
        let signingKeys = try team.keys.map { key in
            try SigningKey(pem: String(decoding: PrivateFile.read(key.file), as: UTF8.self), keyID: key.id)
        }
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: team.teamID), signingKeys: signingKeys,
            clientIDs: Set(team.clients.map { ClientID(rawValue: $0.id) }),
            primaryAppIDs: Set(
                (team.primaryAppIDs + team.clients.compactMap(\.primaryAppID)).map { ClientID(rawValue: $0) }))
        let client = AppleClient(
            configuration: configuration, keys: keys, transport: transport, now: now,
            callDeadline: TimeInterval(apple.callSeconds), observe: observe)
        return RegisteredTeam(name: team.name, apple: client, isSignInOn: team.isSignInOn)
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case let fault as ConfigurationFault: fault.code
        case let failure as PrivateFile.Failure: failure.description
        case let error as SigningKeyError: "\(error.explanation)"
        default: "cannot be set up"
        }
    }
}
