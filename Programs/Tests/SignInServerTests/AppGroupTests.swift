import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct AppGroupTests {
    private func client(
        _ name: String, _ kind: RegisteredClient.Kind = .native, primary: String? = nil
    ) -> AppGroups.Client {
        AppGroups.Client(name: name, id: "com.example.\(name)", kind: kind, primaryAppID: primary)
    }

    private func groups(_ clients: [AppGroups.Client], primaryAppIDs: [String] = []) -> [String?] {
        let groups = AppGroups(of: clients, primaryAppIDs: primaryAppIDs)
        #expect(groups.faults.isEmpty)
        return groups.primaryAppIDs
    }

    @Test func `puts all clients of a team with one app into its group`() {
        #expect(groups([client("app"), client("web", .web)]) == ["com.example.app", "com.example.app"])
        #expect(groups([client("web", .web)], primaryAppIDs: ["com.example.app"]) == ["com.example.app"])
    }

    @Test func `takes each client's word if there are more apps, and an app that is named for its own`() {
        let clients = [
            client("shop"), client("news", primary: "com.example.news"),
            client("web", .web, primary: "com.example.shop"), client("watch", primary: "com.example.shop"),
        ]
        #expect(
            groups(clients) == ["com.example.shop", "com.example.news", "com.example.shop", "com.example.shop"])
        let none = [client("web", .web, primary: "com.example.hidden"), client("app", primary: "com.example.hidden")]
        #expect(groups(none) == ["com.example.hidden", "com.example.hidden"])
    }

    @Test func `refuses a client whose group nobody can know, and says which names there are`() {
        let groups = AppGroups(of: [client("shop"), client("news"), client("web", .web)], primaryAppIDs: [])
        let places = groups.faults.map { $0.prefix { $0 != ":" } }
        #expect(places == ["shop", "news", "web"].map { "clients.\($0).primary_app_id" })
        #expect(groups.faults.allSatisfy { $0.contains("com.example.news or com.example.shop") })
    }

    @Test(arguments: [RegisteredClient.Kind.web, .android])
    func `refuses a team without an app that does not name the primary App ID`(_ kind: RegisteredClient.Kind) {
        let faults = AppGroups(of: [client("web", kind)], primaryAppIDs: []).faults
        #expect(faults.count == 1 && faults[0].hasPrefix("clients.web.primary_app_id: missing"))
        #expect(groups([client("web", kind, primary: "com.example.app")]) == ["com.example.app"])
        // One client that names it is enough for all.
        let named = [client("web", kind, primary: "com.example.app"), client("shop", kind)]
        #expect(groups(named) == ["com.example.app", "com.example.app"])
    }

    @Test(arguments: [
        ("com.example.web", "is a Services ID"),
        ("com.example.watch", "is itself grouped with com.example.app"),
    ])
    func `refuses a primary App ID that cannot be one`(_ primary: String, _ words: String) {
        let clients = [
            client("app", primary: "com.example.app"), client("watch", primary: "com.example.app"),
            client("web", .web, primary: "com.example.app"), client("new", primary: primary),
        ]
        let faults = AppGroups(of: clients, primaryAppIDs: []).faults
        #expect(faults.count == 1 && faults[0].hasPrefix("clients.new.primary_app_id: ") && faults[0].contains(words))
    }
}
