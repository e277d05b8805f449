import HTTPServing
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator
@testable import RelayMail

/// The portal's sources of mail, by calls and on the page, and the mailbox on the account page.
@Suite struct EmailSourceTests {
    private func sources(_ caller: Caller, team: String = "EMUTEAM001") async throws -> [JSONObject] {
        let reply = try await caller.control("/portal/email-sources?team_id=\(team)", "", method: .get)
        return try reply.json["sources"]?.array?.compactMap(\.object) ?? []
    }

    private static func body(_ sources: String) -> String { #"{"team_id":"EMUTEAM001","sources":[\#(sources)]}"# }

    @Test func `registers domains, subdomains and addresses, and removes them`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let records = #"{"name":"example.com","txt":["v=spf1 ip4:127.0.0.1 -all"]}"#
            _ = try await caller.control("/dns", records)
            let added = try await caller.control(
                "/portal/email-sources", Self.body(#""Example.com","mail.example.com","News@example.org""#))
            #expect(try added.status == 200 && added.json.double("limit") == 100)
            let found = try await sources(caller)
            #expect(found.map { $0.text("source") } == ["example.com", "mail.example.com", "news@example.org"])
            #expect(found.map { $0.text("spf") } == ["pass", "none", "none"])
            #expect(found.allSatisfy { $0.bool("effective") == true })
            let removed = try await caller.control(
                "/portal/email-sources?team_id=EMUTEAM001&source=mail.example.com", "", method: .delete)
            #expect(try removed.status == 200 && removed.json["sources"]?.array?.count == 2)
        }
    }

    @Test(arguments: [
        ("\"*.example.com\"", "email_source_invalid"), ("\"127.0.0.1\"", "email_source_invalid"),
        ("\"bücher.example\"", "email_source_invalid"), ("\"com\"", "email_source_invalid"),
        ("\"a b@example.com\"", "email_source_invalid"), ("\"@example.com\"", "email_source_invalid"),
        ("\"https://example.com\"", "email_source_invalid"), ("", "email_source_missing"),
    ])
    func `refuses what is neither a domain nor an address`(_ list: String, _ code: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let refused = try await caller.control("/portal/email-sources", Self.body(list))
            #expect(try refused.status == 400 && refused.json.text("error") == code)
            #expect(try await sources(caller).isEmpty)
        }
    }

    @Test(arguments: [("organization", 100), ("individual", 32)])
    func `takes as many sources as the kind of membership has`(_ kind: String, _ limit: Int) async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control(
                "/portal/teams", #"{"team_id":"MAILTEAM01","name":"Mail","kind":"\#(kind)"}"#)
            func add(_ count: Int) async throws -> Reply {
                let list = (0..<count).map { "\"d\($0).example\"" }.joined(separator: ",")
                return try await caller.control(
                    "/portal/email-sources", #"{"team_id":"MAILTEAM01","sources":[\#(list)]}"#)
            }
            #expect(try await add(limit + 1).status == 409)
            #expect(try await sources(caller, team: "MAILTEAM01").isEmpty)
            for _ in 1...2 { #expect(try await add(limit).status == 200) }
        }
    }

    @Test func `counts a source only once it is effective`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/switches", #"{"portal_delay":300}"#)
            _ = try await caller.control("/portal/email-sources", Self.body(#""example.com""#))
            #expect(try await sources(caller).first?.bool("effective") == false)
            #expect(caller.emulator.server.state.read { $0.emailSources(of: "EMUTEAM001").pending } == ["example.com"])
            caller.emulator.clock.advance(by: 300)
            #expect(try await sources(caller).first?.bool("effective") == true)
        }
    }

    @Test func `refuses a configuration with a mistake in its mail`() {
        #expect(throws: ConfigurationFaults.self) {
            try TestEmulator { $0.teams["main"]?.emailSources = ["*.example.com"] }
        }
        for host in ["0.0.0.0", "mail.example"] {
            #expect(throws: ConfigurationFaults.self) {
                try TestEmulator { $0.mailListen = ListenAddress(host: host, port: 2_525) }
            }
        }
    }

    @Test func `saves sources on the page with Save, and not before`() async throws {
        try await TestEmulator().run { (caller) async throws in
            func post(_ path: String, _ fields: [(name: String, value: String)]) async throws -> Reply {
                try await caller.send(
                    .post, path,
                    headers: [
                        .contentType: "application/x-www-form-urlencoded", .origin: TestEmulator.baseURL,
                    ], body: fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
            }
            let team = (name: "team", value: "EMUTEAM001")
            let typed = (name: "sources", value: "example.com,%20news%40example.org")
            let review = try await post("/portal/email", [team, typed, ("to", "review")])
            #expect(review.text.contains("news@example.org") && review.text.contains("Save"))
            #expect(try await sources(caller).isEmpty)
            #expect(try await post("/portal/email", [team, typed, ("to", "save")]).status == 303)
            let page = try await caller.send(.get, "/portal/email?team=EMUTEAM001&notice=email_saved")
            #expect(page.text.contains("The email sources were saved.") && page.text.contains("no SPF"))
            let wrong = try await post("/portal/email", [team, ("sources", "*.example.com"), ("to", "review")])
            #expect(wrong.text.contains("neither a domain") && wrong.text.contains("*.example.com"))
            let question = try await caller.send(.get, "/portal/email/remove?team=EMUTEAM001&id=example.com")
            #expect(question.text.contains("Remove this email source?"))
            #expect(try await post("/portal/email/remove", [team, ("id", "example.com")]).status == 303)
            #expect(try await sources(caller).map { $0.text("source") } == ["news@example.org"])
            let overview = try await caller.send(.get, "/portal/team?team=EMUTEAM001")
            #expect(overview.text.contains("news@example.org"))
        }
    }

    @Test func `shows a person the mailbox, and nobody else's`() async throws {
        let emulator = try TestEmulator { configuration in
            configuration.teams["main"]?.emailSources = ["example.com"]
            configuration.mailRecords["example.com"].txt = ["v=spf1 ip4:192.0.2.1 -all"]
        }
        try await emulator.run { (caller) async throws in
            let tokens = try await caller.signInHidingEmail()
            let relay = try payload(of: tokens.text("id_token")).text("email") ?? ""
            let sender = MailTests.Sender(caller: caller, relay: relay)
            #expect(try sender.send(more: "X-Note: <b>\r\n").hasPrefix("250"))
            let id = try await sender.messages().first?.text("id") ?? ""
            var visit = try await AccountBrowser(caller, language: "de")
            try await visit.signIn("maya", "maya-password")
            try await visit.open("/account/mail")
            #expect(visit.reply.text.contains("Hello") && visit.reply.text.contains("News"))
            try await visit.open("/account/mail/message?id=\(id)")
            #expect(visit.reply.text.contains("Your order") && visit.reply.text.contains("So wurde sie gesendet"))
            #expect(visit.reply.text.contains("X-Note: &lt;b&gt;"))
            try await visit.submit("mail/reply", [("id", id), ("text", "")])
            #expect(visit.reply.text.contains("1 bis 65536 Byte"))
            try await visit.submit("mail/reply", [("id", id), ("text", "Thanks")])
            #expect(
                visit.reply.text.contains("deine Antwort") && visit.reply.text.contains("Relay-Adresse an den Absender")
            )
            var other = try await AccountBrowser(caller)
            try await other.signIn("tomas", "tomas-password")
            try await other.open("/account/mail/message?id=\(id)")
            #expect(other.reply.status == 303 && !other.reply.text.contains("Your order"))
            try await other.submit("mail/reply", [("id", id), ("text", "x")])
            #expect(try await sender.messages("?state=replied").count == 1)
        }
    }

    @Test func `keeps records of a name, and refuses what is none`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let set = try await caller.control("/dns", #"{"name":"B.example.","a":["192.0.2.1"],"mx":["b.example"]}"#)
            #expect(try set.json["records"]?.array?.first?.object?.text("name") == "b.example")
            #expect(try await caller.control("/dns", #"{"name":"b.example","a":["x"]}"#).status == 400)
            #expect(try await caller.control("/dns", #"{"name":""}"#).json.text("error") == "record_name")
            let gone = try await caller.control("/dns", #"{"name":"b.example"}"#)
            #expect(try gone.json["records"]?.array?.isEmpty == true)
        }
    }
}
