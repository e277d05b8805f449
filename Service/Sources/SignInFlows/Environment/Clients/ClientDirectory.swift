import SignInWithApple

/// The clients of this service, by name.
package struct ClientDirectory: Sendable {
    private let clientsByName: [String: RegisteredClient]

    /// Collects clients. If two have the same name, the first is kept; the configuration refuses such a pair before.
    package init(_ clients: [RegisteredClient]) {
        clientsByName = Dictionary(clients.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// All clients, ordered by name.
    package var all: [RegisteredClient] {
        clientsByName.values.sorted { $0.name < $1.name }
    }

    /// The teams of the clients, each once, ordered by name.
    package var teams: [RegisteredTeam] {
        var teams: [String: RegisteredTeam] = [:]
        for client in all where teams[client.team.name] == nil { teams[client.team.name] = client.team }
        return teams.values.sorted { $0.name < $1.name }
    }

    /// Finds a client by its id at Apple.
    func find(id: ClientID) -> RegisteredClient? {
        clientsByName.values.first { $0.id == id }
    }

    /// Finds a client by its configured name.
    package func find(_ name: String) -> RegisteredClient? {
        clientsByName[name]
    }

    /// Finds a client of one of the kinds whose team is switched on.
    ///
    /// Refuses with `client_unknown`, `client_wrong_kind` and `provider_off`.
    func find(_ name: String, kinds: Set<RegisteredClient.Kind>) throws(SignInError) -> RegisteredClient {
        guard let client = clientsByName[name] else { throw .refused(.clientUnknown) }
        guard kinds.contains(client.kind) else { throw .refused(.clientWrongKind) }
        guard client.team.isSignInOn else { throw .refused(.providerOff) }
        return client
    }

    /// The origins whose pages may use Apple's script with one of the clients.
    package var scriptOrigins: Set<String> {
        Set(all.flatMap { client in client.script.map { Array($0.returnURLs.keys) } ?? [] })
    }

    /// Those whose pages get tokens, so that they call other routes, too.
    package var tokenPageOrigins: Set<String> {
        Set(
            all.flatMap { client in
                client.script.flatMap { $0.result == .tokens ? Array($0.returnURLs.keys) : nil } ?? []
            })
    }
}
