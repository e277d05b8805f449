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
    func directory(
        of teams: [TeamConfiguration], moving transfers: [TransferConfiguration] = []
    ) throws(ConfigurationFaults) -> ClientDirectory {
        var faults: [String] = []
        var registered: [String: RegisteredTeam] = [:]
        for team in teams {
            do {
                registered[team.name] = try self.team(team, receiving: transfers.received(by: team, among: teams))
            } catch let error as ConfigurationFaults {
                faults += error.lines
            } catch let fault as ConfigurationFault {
                faults.append("teams.\(team.name): \(fault)")
            } catch {
                faults.append("teams.\(team.name): cannot be set up")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        let moving = transfers.map { (configured: $0, transfer: transfer($0, teams, registered)) }
        return ClientDirectory(
            teams.flatMap { team in
                team.clients.compactMap { client in
                    registered[team.name].map { registeredTeam in
                        self.client(
                            client, of: registeredTeam,
                            moving.first { $0.configured.clients.contains(client.name) }?.transfer)
                    }
                }
            })
    }

    private func client(
        _ client: TeamConfiguration.Client, of team: RegisteredTeam, _ transfer: RegisteredTransfer?
    ) -> RegisteredClient {
        RegisteredClient(
            name: client.name, id: ClientID(rawValue: client.id), kind: client.kind, returnURLs: client.returnURLs,
            scopes: client.scopes, script: client.script, team: team,
            primaryAppID: client.primaryAppID.map { ClientID(rawValue: $0) }, transfer: transfer)
    }

    private func transfer(
        _ transfer: TransferConfiguration, _ teams: [TeamConfiguration], _ registered: [String: RegisteredTeam]
    ) -> RegisteredTransfer {
        let clients = teams.flatMap(\.clients).filter { transfer.clients.contains($0.name) }
        return RegisteredTransfer(
            name: transfer.name, from: (TeamID(transfer.id(transfer.from, teams)), registered[transfer.from]),
            to: (TeamID(transfer.id(transfer.to, teams)), registered[transfer.to]), issuer: apple.endpoints.issuer,
            clients: clients.map { ClientID(rawValue: $0.id) })
    }

    /// - Parameter received: the clients that another team transfers to it.
    private func team(
        _ team: TeamConfiguration, receiving received: [TeamConfiguration.Client]
    ) throws -> RegisteredTeam {
        let signingKeys = try Self.keys(of: team)
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: team.teamID), signingKeys: signingKeys,
            clientIDs: Set((team.clients + received).map { ClientID(rawValue: $0.id) }),
            primaryAppIDs: Set(
                (team.primaryAppIDs + (team.clients + received).compactMap(\.primaryAppID)).map {
                    ClientID(rawValue: $0)
                }))
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

extension [TransferConfiguration] {
    /// The clients that a team gets from another team of this service.
    fileprivate func received(
        by team: TeamConfiguration, among teams: [TeamConfiguration]
    ) -> [TeamConfiguration.Client] {
        let names = Set(filter { $0.to == team.name }.flatMap(\.clients))
        return teams.filter { $0.name != team.name }.flatMap(\.clients).filter { names.contains($0.name) }
    }
}
