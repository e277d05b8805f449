import Foundation
import HTTPTypes
import HashTreeCollections
import HummingbirdTesting
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// With a thousand people and a hundred apps, a request must not become slower. The tests count the people, consents,
/// tokens and codes that a request visits, and do not measure time.
@Suite struct LoadTests {
    private static let count = 1_000

    private static func loadPeople(_ caller: Caller) async throws {
        let people = (0..<count).map {
            "{\"key\":\"p\($0)\",\"email\":\"p\($0)@many.example\",\"name\":{\"first\":\"Ada\",\"last\":\"No\($0)\"}}"
        }
        let reply = try await caller.control("/people", "{\"people\":[\(people.joined(separator: ","))]}")
        #expect(try reply.status == 201 && reply.json.double("added") == Double(count))
    }

    private static func loadApps(_ caller: Caller) async throws {
        let apps = (0..<100).map { "\"com.many.app\($0)\"" }.joined(separator: ",")
        let key = try TestEmulator.publicPEM(of: caller.emulator.key)
        let pem = String(decoding: JSONValue.string(key).json, as: UTF8.self)
        let team = "{\"team_id\":\"MANYTEAM01\",\"apps\":[\(apps)],\"keys\":{\"MANYKEY001\":\(pem)}}"
        #expect(try await caller.control("/teams", team).status == 201)
    }

    /// Signs everybody in to the web client once, so that tokens exist for them all.
    private static func signInEverybody(_ caller: Caller) async throws {
        for number in 0..<count {
            let code = try await caller.code(
                "p\(number)", ["response_type": "code"], more: #","share_email":false"#)
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    private static func visits(_ caller: Caller, _ body: () async throws -> Void) async throws -> Int {
        let before = caller.emulator.server.state.read { $0.visits.current }
        try await body()
        return caller.emulator.server.state.read { $0.visits.current } - before
    }

    @Test func `signs in, refreshes and revokes by looking at nobody else, over sockets`() async throws {
        try await TestEmulator().runLive { caller in
            try await Self.loadPeople(caller)
            try await Self.loadApps(caller)
            try await Self.signInEverybody(caller)
            let visited = try await Self.visits(caller) {
                let tokens = try await caller.token(["code": try await caller.code("p500")]).json
                let refresh = tokens.text("refresh_token") ?? ""
                #expect(try await caller.refresh(refresh).status == 200)
                _ = try await caller.control(
                    "/account/forwarding", #"{"person":"p500","team_id":"EMUTEAM001","on":false}"#)
                _ = try await caller.control("/account/password", #"{"person":"p501","password":"another"}"#)
                _ = try await caller.revoke(refresh)
                _ = try await caller.control(
                    "/account/stop-using", #"{"person":"p502","client":"com.example.web"}"#)
            }
            #expect(visited < 40, "\(visited) looked at")
        }
    }

    @Test func `walks the pages by looking at one pageful of people`() async throws {
        try await TestEmulator().runLive { caller in
            try await Self.loadPeople(caller)
            try await Self.loadApps(caller)
            let visited = try await Self.visits(caller) {
                var browser = try await Browser(caller)
                #expect(browser.reply.text.split(separator: "class=\"person\"").count - 1 == PeopleChoice.most)
                #expect(browser.reply.text.contains("The first 20 of 1003 people."))
                try await browser.submit("account", [("email", "P999@many.example")])
                #expect(browser.reply.text.contains("Ada No999"))
                try await browser.submit("password", [("password", "password")])
                try await browser.submit("code", [("code", browser.shownCode)])
                try await browser.submit("consent", [("email_choice", "hide")])
                #expect(browser.reply.text.contains("name=\"id_token\""))
                for path in ["/device", "/account", "/"] {
                    let page = try await caller.send(.get, path)
                    #expect(page.text.contains("The first 20 of 1003 people."), "\(path)")
                    #expect(page.text.utf8.count < 20_000, "\(path)")
                }
            }
            #expect(visited <= 4 * PeopleChoice.most + 4, "\(visited) looked at")
        }
    }

    @Test func `finds whoever is looked for on every page`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await Self.loadPeople(caller)
            try await Self.loadApps(caller)
            var browser = try await Browser(caller)
            try await browser.submit("account", [("find", "NO77")])
            #expect(browser.reply.text.contains("11 people match “NO77”."))
            #expect(browser.reply.text.contains("p77@many.example") && !browser.reply.text.contains("p1@many.example"))
            try await browser.submit("account", [("person", "p77")])
            #expect(browser.reply.text.contains("Enter the password"))
            for path in ["/device?find=p77", "/?find=p77"] {
                let page = try await caller.send(.get, path)
                #expect(page.text.contains("p77@many.example") && !page.text.contains("p1@many.example"), "\(path)")
            }
            let apps = try await caller.send(.get, "/device?device=phone&find=many.app99")
            #expect(apps.text.contains("com.many.app99") && apps.text.contains("1 app. 0 people"))
            let account = try await AccountBrowser(caller)
            #expect(account.reply.text.contains("The first 20 of 1003 people."))
        }
    }

    @Test func `loads a thousand people and a hundred apps from a file`() async throws {
        let folder = try ConfigurationTests.Folder()
        let people = (0..<Self.count).map {
            "\"p\($0)\":{\"email\":\"p\($0)@many.example\",\"password\":\"pw\"}"
        }
        let apps = (0..<100).map { "\"com.many.app\($0)\":{}" }
        let text =
            "{\"teams\":{\"many\":{\"team_id\":\"MANYTEAM01\",\"apps\":{\(apps.joined(separator: ","))}}},"
            + "\"people\":{\(people.joined(separator: ",")),\"last\":{\"email\":\"l@many.example\",\"password\":\"pw\"}}}"
        let read = try EmulatorConfiguration(file: try folder.write("many.json", text), environment: [:])
        #expect(read.people.count == Self.count + 1 && read.teams["many"]?.apps.count == 100)
        let world = try read.makeWorld { Self.never }
        #expect(world.visits.current == 0)
        #expect(world.person(withEmail: "P7@many.example")?.key == "p7" && world.client("com.many.app99") != nil)
    }

    @Test func `looks for expired tokens only when there are twice as many`() throws {
        let visits = VisitCount()
        var tokens = IssuedTokens(visits: visits)
        let consent = Consent.Key(person: "maya", teamID: "EMUTEAM001", primaryApp: "com.example.app")
        for number in 0..<10_000 {
            // from the second half on, those of the first half have expired
            let grant = Grant(
                id: "\(number)", person: "maya", client: "com.example.app", consent: consent, scopes: [],
                authenticatedAt: number, nonce: nil)
            tokens.add(access: "a\(number)", grant, expiresAt: number + 5_000, now: number)
        }
        #expect(tokens.access["a0"] == nil && tokens.access["a9999"] != nil)
        #expect(visits.current < 2 * 10_000)
    }

    @Test func `takes all people of a call, or none`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let twice = #"{"people":[{"key":"a","email":"a@a.example"},{"key":"b","email":"A@a.example"}]}"#
            #expect(try await caller.control("/people", twice).status == 409)
            #expect(try await caller.control("/people", #"{"key":"a","email":"a@a.example"}"#).status == 201)
        }
    }

    @Test func `tells one person's part of the snapshot`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.approve("maya")
            _ = try await caller.approve("tomas")
            let mayas = try await caller.control("/snapshot?person=maya&team_id=EMUTEAM001", "", method: .get).json
            #expect(mayas["people"]?.array?.count == 1 && mayas["consents"]?.array?.count == 1)
            #expect(mayas["teams"]?.array?.count == 1)
            let none = try await caller.control("/snapshot?team_id=OTHERTEAM1", "", method: .get).json
            #expect(none["people"]?.array?.count == 3 && none["consents"]?.array?.count == 0)
        }
    }
}

extension LoadTests {
    fileprivate static var never: Date { Date(timeIntervalSince1970: 1_790_000_000) }
}
