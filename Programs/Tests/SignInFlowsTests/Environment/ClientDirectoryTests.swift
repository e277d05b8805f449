import SignInWithApple
import Testing

@testable import SignInFlows

@Suite struct ClientDirectoryTests {
    private func client(
        _ name: String, _ kind: RegisteredClient.Kind, _ team: RegisteredTeam, on origins: [String] = [],
        result: ScriptRegistration.Result = .tokens
    ) -> RegisteredClient {
        let urls = Dictionary(uniqueKeysWithValues: origins.map { ($0, $0 + "/signin") })
        return RegisteredClient(
            name: name, id: ClientID(rawValue: "com.example." + name), kind: kind, returnURLs: [],
            script: origins.isEmpty ? nil : ScriptRegistration(returnURLs: urls, result: result), team: team)
    }

    @Test func `attempts are held by each app, each client's page on each origin, and each client's browsers`() throws {
        let team = try #require(World().environment.clients.find("web")?.team)
        let directory = ClientDirectory([
            client("web", .web, team, on: ["https://b.example", "https://a.example"]),
            client("shop", .web, team, on: ["https://a.example"], result: .cookie), client("app", .native, team),
            client("android", .android, team), client("plain", .web, team),
        ])
        #expect(
            directory.attemptHolders.map(\.text) == [
                "app", "shop https://a.example", "web https://a.example", "web https://b.example", "android browser",
                "plain browser", "shop browser", "web browser",
            ])
        #expect(directory.scriptPages(at: "https://a.example").map(\.client.name) == ["shop", "web"])
        #expect(directory.scriptPages(at: "https://c.example").isEmpty)
        #expect(directory.scriptOrigins == ["https://a.example", "https://b.example"])
        #expect(directory.tokenPageOrigins == ["https://a.example", "https://b.example"])
        #expect(
            ClientDirectory([client("shop", .web, team, on: ["https://a.example"], result: .cookie)])
                .tokenPageOrigins.isEmpty)
    }
}
