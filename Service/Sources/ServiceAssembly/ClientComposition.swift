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
            } catch let error as ConfigurationFaults {
                faults += error.lines
            } catch let fault as ConfigurationFault {
                faults.append("teams.\(team.name): \(fault)")
            } catch {
                faults.append("teams.\(team.name): cannot be set up")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return ClientDirectory(clients)
    }

    private func team(_ team: TeamConfiguration) throws -> RegisteredTeam {
        let signingKeys = try Self.keys(of: team)
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

    /// Reads the keys of a team. A fault names the Key ID and the file, because a team may have several keys.
    private static func keys(of team: TeamConfiguration) throws(ConfigurationFaults) -> [SigningKey] {
        var keys: [SigningKey] = []
        var faults: [String] = []
        for key in team.keys {
            do {
                let text = String(decoding: try PrivateFile.read(key.file), as: UTF8.self)
                keys.append(try SigningKey(pem: text, keyID: key.id, requiring: .es256))
            } catch let failure as PrivateFile.Failure {
                faults.append("teams.\(team.name).keys.\(key.id): \(failure)")
            } catch let error as SigningKeyError {
                faults.append("teams.\(team.name).keys.\(key.id): \(key.file): \(error.explanation)")
            } catch {
                faults.append("teams.\(team.name).keys.\(key.id): \(key.file): cannot be read")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return keys
    }
}
