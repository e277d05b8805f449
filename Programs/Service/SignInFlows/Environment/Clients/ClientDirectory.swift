import SignInWithApple

/// The clients of this service, by name.
package struct ClientDirectory: Sendable {
    private let clientsByName: [String: RegisteredClient]
    /// All clients, ordered by name.
    package let all: [RegisteredClient]
    /// Those for whom attempts are signed: apps, pages and browsers, each ordered by the name of the client.
    let attemptHolders: [AttemptHolder]
    /// The pages that use Apple's script, by origin.
    private let scriptPages: [String: [ScriptPage]]

    /// Collects clients. If two have the same name, the first is kept; the configuration refuses such a pair before.
    package init(_ clients: [RegisteredClient]) {
        clientsByName = Dictionary(clients.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        all = clientsByName.values.sorted { $0.name < $1.name }
        let pages = all.flatMap(ScriptPage.all)
        scriptPages = Dictionary(grouping: pages, by: \.origin)
        attemptHolders =
            all.filter { $0.kind == .native }.map { .app($0) } + pages.map { .page($0) }
            + all.filter { $0.kind != .native }.map { .browser($0) }
    }

    /// The teams of the clients, and those that they move to, each once, ordered by name.
    package var teams: [RegisteredTeam] {
        var teams: [String: RegisteredTeam] = [:]
        for team in all.flatMap({ [$0.team, $0.transfer?.recipient].compactMap { $0 } })
        where teams[team.name] == nil {
            teams[team.name] = team
        }
        return teams.values.sorted { $0.name < $1.name }
    }

    /// The transfers of clients to other teams, each once, ordered by name.
    package var transfers: [RegisteredTransfer] {
        let transfers = Dictionary(all.compactMap(\.transfer).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return transfers.values.sorted { $0.name < $1.name }
    }

    /// The transfer that an audience of Apple's moves in: a client, or the primary App ID of one.
    func transfer(ofAudience audience: ClientID) -> RegisteredTransfer? {
        all.first { $0.transfer != nil && ($0.id == audience || $0.primaryAppID == audience) }?.transfer
    }

    /// Finds a client by its id at Apple.
    func find(id: ClientID) -> RegisteredClient? {
        all.first { $0.id == id }
    }

    /// Finds a client by its configured name.
    package func find(_ name: String) -> RegisteredClient? {
        clientsByName[name]
    }

    /// Finds a client of one of the kinds whose team is switched on.
    ///
    /// Refuses with `client_unknown`, `client_wrong_kind` and `provider_off`.
    func find(_ name: String, kinds: Set<RegisteredClient.Kind>) throws(SignInError) -> RegisteredClient {
        let client = try find(name, ofKinds: kinds)
        guard client.team.isSignInOn else { throw .refused(.providerOff) }
        return client
    }

    /// Finds a client of one of the kinds, whether its team is switched on or not.
    ///
    /// Refuses with `client_unknown` and `client_wrong_kind`.
    func find(_ name: String, ofKinds kinds: Set<RegisteredClient.Kind>) throws(SignInError) -> RegisteredClient {
        guard let client = clientsByName[name] else {
            throw .refused(.clientUnknown.naming(seen: name, configured: names(ofKinds: kinds)))
        }
        guard kinds.contains(client.kind) else {
            throw .refused(.clientWrongKind.naming(seen: name, configured: names(ofKinds: kinds)))
        }
        return client
    }

    private func names(ofKinds kinds: Set<RegisteredClient.Kind>) -> [String] {
        all.filter { kinds.contains($0.kind) }.map(\.name)
    }

    /// The pages of an origin that use Apple's script, one for each client that is registered there.
    func scriptPages(at origin: String) -> [ScriptPage] {
        scriptPages[origin] ?? []
    }

    /// The origins whose pages may use Apple's script with one of the clients.
    package var scriptOrigins: Set<String> {
        Set(scriptPages.keys)
    }

    /// Those whose pages get tokens, so that they call other routes, too.
    package var tokenPageOrigins: Set<String> {
        Set(scriptPages.filter { $0.value.contains { $0.result == .tokens } }.keys)
    }
}
