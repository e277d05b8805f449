import Foundation
import JSONWebTokens
import PrivateFiles
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// Asks Apple's token endpoint about each key and client of a team, with a code that Apple never issued.
struct CredentialProbing: Sendable {
    let transport: any HTTPTransport
    let keySet: AppleKeySet
    let callDeadline: TimeInterval
    /// The redirect URI of browsers' sign-ins; nil if the public address is not configured.
    let callbackURL: String?
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// The answers for every client of a team with one of its keys. Throws if the key cannot be used.
    func probes(of team: TeamConfiguration, with key: TeamConfiguration.Key) async throws -> [CredentialDiagnosis.Probe]
    {
        var probes: [CredentialDiagnosis.Probe] = []
        let apple = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: team.teamID),
                signingKeys: [
                    SigningKey(
                        pem: String(decoding: PrivateFile.read(key.file), as: UTF8.self), keyID: key.id,
                        requiring: .es256)
                ],
                clientIDs: Set(team.clients.map { ClientID(rawValue: $0.id) })),
            keys: keySet, transport: transport, callDeadline: callDeadline)
        for client in team.clients {
            let answer = await answer(about: client, from: apple)
            probes.append(
                CredentialDiagnosis.Probe(
                    team: team.name, teamID: team.teamID, key: key.id, client: client.name, clientID: client.id,
                    answer: answer))
        }
        return probes
    }

    private func answer(
        about client: TeamConfiguration.Client, from apple: AppleClient
    ) async -> CredentialDiagnosis.Probe.Answer {
        let code = AuthorizationCode(secretValue: "siwa-doctor." + Base64URL.encode(randomBytes(16)))
        // Only the codes of a browser's flow have a redirect URI.
        let redirectURI = client.kind == .native ? nil : callbackURL
        do throws(AppleCallFailure) {
            _ = try await apple.exchange(code, for: ClientID(rawValue: client.id), redirectURI: redirectURI)
            return .other("a token")
        } catch {
            guard case .refused(let refusal) = error else { return .unanswered(error.code) }
            switch refusal.code {
            case TokenEndpointError.invalidGrant: return .accepted
            case TokenEndpointError.invalidClient: return .refused
            default: return .other(refusal.code)
            }
        }
    }
}
