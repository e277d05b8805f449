import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The rules of the developer portal, as functions of what was saved before.
@Suite struct PortalRuleTests {
    private static let team = "PORTALTEAM"

    /// A portal with one team, two primary apps, a grouped one, one without the capability, and a Services ID.
    private func portal(_ kind: Team.Kind = .organization) -> Portal {
        var team = Team(teamID: Self.team, name: "Example", kind: kind)
        team.apps = [
            "com.example.app": AppID(description: "App", capability: .primary),
            "com.example.second": AppID(description: "Second", capability: .primary),
            "com.example.watch": AppID(description: "Watch", capability: .grouped(with: "com.example.app")),
            "com.example.plain": AppID(description: "Plain", capability: .off),
        ]
        team.services["com.example.web"] = ServicesID(description: "Web", isEnabled: true)
        var portal = Portal()
        portal.teams = [Self.team: team, "OTHERTEAM0": Team(teamID: "OTHERTEAM0", name: "Other")]
        portal.teams["OTHERTEAM0"]?.services["org.other.web"] = ServicesID(description: "Web", isEnabled: false)
        return portal
    }

    /// The code of the refusal, or nil if the rule allows it.
    private func code(_ rule: () throws -> Void) -> String? {
        do {
            try rule()
            return nil
        } catch {
            return (error as? PortalRefusal)?.code ?? "another error"
        }
    }

    private func expect(
        _ expected: String?, sourceLocation: SourceLocation = #_sourceLocation, _ rule: () throws -> Void
    ) {
        let found = code(rule)
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    private func app(_ capability: AppID.Capability, url: String? = nil) -> AppID {
        AppID(description: "App", capability: capability, notificationURL: url)
    }

    private func web(
        _ domains: [String] = ["app.example"], _ urls: [String] = ["https://app.example/callback"],
        primaryApp: String = "com.example.app"
    ) -> ServicesID.Web {
        .init(primaryApp: primaryApp, domains: domains.map { .init(name: $0) }, returnURLs: urls)
    }

    private func configured(
        _ web: ServicesID.Web, _ kind: Team.Kind = .organization, _ switches: Switches = Switches()
    ) -> String? {
        code {
            _ = try portal(kind).change(
                "com.example.web", to: ServicesID(description: "Web", isEnabled: true, web: web), of: Self.team,
                switches)
        }
    }

    // MARK: teams and identifiers

    @Test(arguments: [
        ("NEWTEAM001", "Example", nil), ("newteam001", "Example", "team_id_invalid"),
        ("NEWTEAM01", "Example", "team_id_invalid"), ("NEWTEAM0011", "Example", "team_id_invalid"),
        (team, "Example", "team_exists"), ("NEWTEAM001", " \n", "team_name_missing"),
    ])
    func `takes a team with an ID of its own and a name`(_ id: String, _ name: String, _ expected: String?) {
        expect(expected) { _ = try portal().newTeam(id, name: name, kind: .individual) }
    }

    @Test(arguments: [
        ("com.example.new", nil), ("com.example.app", "identifier_taken"), ("com.example.web", "identifier_taken"),
        ("org.other.web", "identifier_taken"), ("com.example.*", "identifier_invalid"), ("app", "identifier_invalid"),
        ("com.example.a b", "identifier_invalid"), ("", "identifier_invalid"),
        ("com.exämple.app", "identifier_invalid"),
        (String(repeating: "a", count: 251) + ".app", nil),
        (String(repeating: "a", count: 252) + ".app", "identifier_invalid"),
    ])
    func `takes an identifier once, for an App ID or a Services ID of any team`(_ id: String, _ expected: String?) {
        let asApp = code { _ = try portal().registration(id, app(.primary), of: Self.team) }
        let asService = code {
            _ = try portal().registration(ofService: id, "Web", of: Self.team)
        }
        #expect(asApp == expected && asService == expected)
    }

    @Test func `wants a description of every identifier, and knows its own team's only`() {
        let blank = AppID(description: "  ", capability: .off)
        expect("description_missing") { _ = try portal().registration("a.b", blank, of: Self.team) }
        expect("description_missing") { _ = try portal().registration(ofService: "a.b", "", of: Self.team) }
        expect("team_unknown") { _ = try portal().registration("a.b", app(.off), of: "NOTEAM0000") }
        expect("service_unknown") { _ = try portal().deletion(ofService: "org.other.web", of: Self.team) }
        expect("app_unknown") { _ = try portal().change("org.other.app", to: app(.off), of: Self.team) }
    }

    // MARK: App IDs

    @Test(arguments: [
        ("com.example.second", AppID.Capability.grouped(with: "com.example.app"), nil),
        ("com.example.second", .grouped(with: "com.example.watch"), "primary_app_invalid"),
        ("com.example.second", .grouped(with: "com.example.plain"), "primary_app_invalid"),
        ("com.example.second", .grouped(with: "com.example.second"), "primary_app_invalid"),
        ("com.example.second", .grouped(with: "org.other.app"), "primary_app_invalid"),
        ("com.example.app", .grouped(with: "com.example.second"), "primary_app_has_group"),
        ("com.example.watch", .primary, nil), ("com.example.app", .off, nil),
    ])
    func `groups an app with a primary one that is not grouped itself`(
        _ id: String, _ capability: AppID.Capability, _ expected: String?
    ) {
        expect(expected) { _ = try portal().change(id, to: app(capability), of: Self.team) }
    }

    @Test func `keeps the notification endpoint of a primary app only, and wipes it with the capability`() throws {
        func saved(_ capability: AppID.Capability) throws -> AppID? {
            let change = try portal().change(
                "com.example.second", to: app(capability, url: "https://app.example/n"), of: Self.team)
            guard case .app(_, let app) = change else { return nil }
            return app
        }
        #expect(try saved(.primary)?.notificationURL == "https://app.example/n")
        #expect(try saved(.grouped(with: "com.example.app"))?.notificationURL == nil)
        #expect(try saved(.off)?.notificationURL == nil)
        let bad = app(.primary, url: "http://app.example/n")
        expect("notification_url_invalid") { _ = try portal().change("com.example.app", to: bad, of: Self.team) }
    }

    // MARK: Services IDs

    @Test(arguments: [
        "app:/callback", "http://app.example/callback", "https://app.example", "https://app.example/#a",
        "https://192.0.2.1/callback", "https://*.example/callback", "https://[2001:db8::1]/cb", "app.example/callback",
        "https://user@app.example/cb", "https://example/callback",
    ])
    func `refuses what Apple's portal refuses as a return URL`(_ url: String) {
        #expect(configured(web(["app.example"], ["https://app.example/callback", url])) == "return_urls_invalid")
    }

    @Test(arguments: ["http://localhost:8080/cb", "http://127.0.0.1:*/cb", "https://idp.localhost/cb"])
    func `takes return URLs on this machine, unless a switch refuses them`(_ url: String) {
        var switches = Switches()
        #expect(configured(web([], [url])) == nil)
        switches.localReturnUrlsRefused = true
        #expect(configured(web(["app.example"], [url]), .organization, switches) == "return_urls_invalid")
        #expect(configured(web(["localhost:8080"]), .organization, switches) == "domains_invalid")
    }

    @Test(arguments: [
        (["app.example", "www.app.example"], nil), (["https://app.example"], "domains_invalid"),
        (["app.example/x"], "domains_invalid"), (["192.0.2.1"], "domains_invalid"), (["example"], "domains_invalid"),
        (["-a.example"], "domains_invalid"), (["*.example.com"], "domains_invalid"), ([], "domain_missing"),
        (["localhost:8080"], nil), (["app.example:8080"], "domains_invalid"),
    ])
    func `takes domains by name`(_ domains: [String], _ expected: String?) {
        #expect(configured(web(domains)) == expected)
    }

    @Test(arguments: [(Team.Kind.organization, 100), (.individual, 10)])
    func `takes a hundred website URLs of an organisation and ten of an individual`(_ kind: Team.Kind, _ limit: Int) {
        let urls = (1...limit + 1).map { "https://app.example/\($0)" }
        let domains = (1...limit + 1).map { "a\($0).example" }
        #expect(configured(web(["app.example"], Array(urls.dropLast())), kind) == nil)
        #expect(configured(web(["app.example"], urls), kind) == "website_urls_limit")
        #expect(configured(web(Array(domains.dropLast())), kind) == nil)
        #expect(configured(web(domains), kind) == "website_urls_limit")
    }

    @Test func `wants a return URL and a primary app that is not grouped`() {
        #expect(configured(web(["app.example"], [])) == "return_url_missing")
        for app in ["com.example.watch", "com.example.plain", "com.example.none", ""] {
            #expect(configured(web(primaryApp: app)) == "primary_app_invalid")
        }
    }

    @Test func `limits the Services IDs of one app where a switch says so`() {
        var portal = portal()
        var switches = Switches()
        for n in 1...2 {
            portal.teams[Self.team]?.services["com.example.web\(n)"] = ServicesID(
                description: "Web", isEnabled: true, web: web())
        }
        func third() -> String? {
            code {
                _ = try portal.change(
                    "com.example.web", to: ServicesID(description: "Web", isEnabled: true, web: web()), of: Self.team,
                    switches)
            }
        }
        #expect(third() == nil)
        switches.servicesPerAppLimit = 2
        #expect(third() == "services_limit")
        switches.servicesPerAppLimit = 3
        #expect(third() == nil)
    }

    @Test func `wipes the configuration of a Services ID with its capability`() throws {
        let change = try portal().change(
            "com.example.web", to: ServicesID(description: "Web", isEnabled: false, web: web()), of: Self.team,
            Switches())
        #expect(change == .service("com.example.web", ServicesID(description: "Web", isEnabled: false)))
    }

    @Test func `reads a field in which commas and lines separate the entries`() {
        #expect(WebsiteURLs.list(" a.example,b.example\n\n a.example ,") == ["a.example", "b.example"])
    }

    // MARK: keys

    @Test func `allows two keys of a primary app, and another one after a revocation`() throws {
        var portal = portal()
        func next() -> String? {
            code {
                _ = try portal.newKey("Key", primaryApp: "com.example.app", of: Self.team)
            }
        }
        let pem = try TestEmulator.publicPEM(of: .makeES256(keyID: "KEY0000001"))
        for id in ["KEY0000001", "KEY0000002"] {
            #expect(next() == nil)
            portal.teams[Self.team]?.keys[id] = try TeamKey(
                publicKeyPEM: pem, keyID: id, primaryApp: "com.example.app")
        }
        #expect(next() == "key_limit")
        expect(nil) {
            _ = try portal.newKey("Key", primaryApp: "com.example.second", of: Self.team)
        }
        let change = try portal.revocation(ofKey: "KEY0000001", of: Self.team, at: 7)
        portal.teams[Self.team]?.apply(change, at: 7)
        #expect(portal.teams[Self.team]?.keys["KEY0000001"]?.revokedAt == 7)
        #expect(next() == nil)
        expect("key_revoked") { _ = try portal.revocation(ofKey: "KEY0000001", of: Self.team, at: 8) }
    }

    @Test func `makes a key with a name and for a primary app only`() {
        func made(_ name: String, _ app: String) -> String? {
            code { _ = try portal().newKey(name, primaryApp: app, of: Self.team) }
        }
        #expect(made(" ", "com.example.app") == "key_name_missing")
        for app in ["", "com.example.watch", "com.example.plain"] { #expect(made("Key", app) == "primary_app_invalid") }
        expect("key_unknown") { _ = try portal().privateKey("NOKEY00000", of: Self.team) }
    }
}
