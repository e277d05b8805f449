import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

@Suite struct NotificationTests {
    @Test(arguments: ["email-disabled", "email-enabled", "consent-revoked", "account-deleted"])
    func `posts every type in the observed shape`(_ type: String) async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver())
        try await receiver.run(emulator) { caller, _ in
            #expect(try await caller.sendTestEvent(type).status == 201)
            let log = try await caller.notifications()
            let received = try #require(receiver.received.first)
            #expect(received.contentType == "application/json")
            #expect(received.body.hasPrefix(#"{"payload":"ey"#) && received.path == "/apple/notifications")
            let token = try CompactJWS(received.token)
            #expect(token.header.algorithm == .rs256)
            let key = try #require(try await caller.keySet().keys.first { $0.keyID == token.header.keyID })
            #expect(token.isSigned(by: key))
            let claims = try received.claims
            let now = Double(emulator.clock.now)
            #expect(claims.names == ["iss", "aud", "exp", "iat", "jti", "events"])
            #expect(claims.text("iss") == TestEmulator.baseURL && claims.text("aud") == TestEmulator.app)
            #expect(claims.double("iat") == now && claims.double("exp") == now + 86_400)
            #expect(claims.text("jti")?.utf8.count == 22)
            let event = try received.event
            #expect(event.text("type") == type)
            #expect(event.double("event_time") == now * 1_000)
            #expect(event.text("sub")?.split(separator: ".").count == 3)
            let isAboutEmail = type.hasPrefix("email")
            #expect(event.text("is_private_email") == (isAboutEmail ? "true" : nil))
            #expect(event.text("email")?.hasSuffix("@privaterelay.appleid.com") == (isAboutEmail ? true : nil))
            #expect(log.count == 1 && log.first?.bool("delivered") == true)
            #expect(log.first?.text("payload") == (try received.token))
        }
    }

    @Test func `tries again after another status than 200, by the emulator's clock, and then gives up`() async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver(answers: [503, 302, 204, 200]))
        try await receiver.run(emulator) { caller, _ in
            _ = try await caller.sendTestEvent("consent-revoked")
            var log = try await caller.notifications()
            #expect(receiver.received.count == 1)
            #expect(log.first?.double("next_try_at") == Double(emulator.clock.now + 60))
            try await caller.advanceClock(by: 59)
            log = try await caller.notifications()
            #expect(receiver.received.count == 1)
            try await caller.advanceClock(by: 1)
            log = try await caller.notifications()
            #expect(receiver.received.count == 2)
            try await caller.advanceClock(by: 10_000)
            log = try await caller.notifications()
            #expect(receiver.received.count == 3)
            #expect(log.first?.text("state") == "failed" && log.first?.bool("delivered") == false)
            let statuses = log.first?["attempts"]?.array?.map { $0.object?.double("status") }
            #expect(statuses == [503, 302, 204])
            let answers = log.first?["attempts"]?.array?.map { $0.object?.text("answer") }
            #expect(answers?.first == "answer 503")
            // every attempt sent the same token
            #expect(Set(try receiver.received.map { try $0.token }).count == 1)
        }
    }

    @Test func `counts a try as delivered once it is answered with 200`() async throws {
        let receiver = NotificationReceiver(answers: [500])
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.sendTestEvent("consent-revoked")
            _ = try await caller.notifications()
            try await caller.advanceClock(by: 10_000)
            let log = try await caller.notifications()
            #expect(receiver.received.count == 2 && log.first?.text("state") == "delivered")
        }
    }

    @Test func `says in the log that nobody gave a URL`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.sendTestEvent("consent-revoked")
            let log = try await caller.notifications()
            #expect(log.first?.text("state") == "no_url" && log.first?["attempts"]?.array?.isEmpty == true)
        }
    }

    @Test func `prefers the URL of the primary app over the team's`() async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver())
        try await receiver.run(emulator) { caller, url in
            let set = "{\"client\":\"com.example.app.watch\",\"url\":\"\(url)/own\"}"
            #expect(try await caller.control("/notifications/url", set).status == 200)
            _ = try await caller.sendTestEvent("consent-revoked")
            _ = try await caller.control(
                "/notifications", #"{"type":"consent-revoked","person":"maya","client":"com.example.lonely"}"#)
            _ = try await caller.notifications()
            // the order is promised for one URL only
            let received = try receiver.received.map { [$0.path, try $0.claims.text("aud")] }
            #expect(
                Set(received) == [
                    ["/apple/notifications/own", TestEmulator.app], ["/apple/notifications", TestEmulator.lonelyApp],
                ])
        }
    }

    @Test func `leaves the others alone when one receiver is away`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            // nothing listens on port 9 of loopback
            let away = #"{"client":"com.example.lonely","url":"http://127.0.0.1:9/"}"#
            _ = try await caller.control("/notifications/url", away)
            _ = try await caller.control(
                "/notifications", #"{"type":"consent-revoked","person":"maya","client":"com.example.lonely"}"#)
            _ = try await caller.sendTestEvent("consent-revoked")
            let log = try await caller.notifications()
            #expect(receiver.received.count == 1)
            let failed = try #require(log.first { $0.text("primary_app") == TestEmulator.lonelyApp })
            #expect(failed["attempts"]?.array?.first?.object?.text("error") == "connection_failed")
            #expect(failed.text("state") == "waiting")
        }
    }

    @Test(arguments: [
        ("/notifications", #"{"type":"email-disable","person":"maya","client":"com.example.web"}"#, 400),
        ("/notifications", #"{"type":"consent-revoked","person":"nobody","client":"com.example.web"}"#, 404),
        ("/notifications", #"{"type":"consent-revoked","person":"maya","client":"none"}"#, 404),
        ("/notifications", #"{"type":"consent-revoked","person":"maya","team_id":"EMUTEAM001"}"#, 400),
        ("/notifications", #"{"type":"consent-revoked","person":"maya"}"#, 404),
        ("/notifications", #"{"type":"consent-revoked","person":"maya","client":"com.example.web","count":0}"#, 400),
        ("/notifications", #"{"replay_of":"none"}"#, 404),
        ("/notifications/policy", #"{"retry_at":[]}"#, 400),
        ("/notifications/policy", #"{"retry_at":[5,1]}"#, 400),
        ("/notifications/policy", #"{"duplicate":-1}"#, 400),
        ("/notifications/policy", #"{"reorder":0}"#, 400),
        ("/notifications/url", #"{"team_id":"EMUTEAM001","url":"http://app.example/n"}"#, 400),
        ("/notifications/url", #"{"team_id":"EMUTEAM001","url":"https://app.example/n#x"}"#, 400),
        ("/notifications/url", #"{"team_id":"EMUTEAM001","url":"http://127.0.0.1:*/n"}"#, 400),
        ("/notifications/url", #"{"team_id":"NOBODY0000","url":"https://app.example/n"}"#, 404),
    ])
    func `names what a call got wrong`(_ path: String, _ body: String, _ status: Int) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control(path, body)
            #expect(reply.status == status)
            #expect(try reply.json.names == ["error", "message"])
            #expect(try await caller.notifications().isEmpty)
        }
    }

    @Test func `reads URLs from the configuration and refuses what is not one`() throws {
        let good = try TestEmulator {
            $0.teams["main"]?.notificationURL = "https://app.example/n"
            $0.teams["main"]?.appNotificationURLs = [TestEmulator.lonelyApp: "http://localhost:8080/n"]
        }
        let team = try #require(try good.world.teams["EMUTEAM001"])
        #expect(team.notificationURL(of: TestEmulator.app) == "https://app.example/n")
        #expect(team.notificationURL(of: TestEmulator.lonelyApp) == "http://localhost:8080/n")
        let wrong: [(inout EmulatorConfiguration) -> Void] = [
            { $0.teams["main"]?.notificationURL = "http://app.example/n" },
            { $0.teams["main"]?.notificationURL = "app.example" },
            { $0.teams["main"]?.appNotificationURLs = [TestEmulator.lonelyApp: "ftp://localhost/"] },
            { $0.teams["main"]?.appNotificationURLs = [TestEmulator.groupedApp: "https://app.example/n"] },
        ]
        for fault in wrong { #expect(throws: ConfigurationFaults.self) { try TestEmulator(fault) } }
    }

    @Test func `keeps no more than a thousand entries`() async throws {
        try await TestEmulator().run { caller in
            for _ in 0..<11 { _ = try await caller.sendTestEvent("consent-revoked", more: #","count":100"#) }
            let reply = try await caller.control("/notifications", "", method: .get).json
            #expect(reply["entries"]?.array?.count == 1_000 && reply.double("dropped") == 100)
            let cleared = try await caller.control("/notifications", "", method: .delete).json
            #expect(cleared["entries"]?.array?.isEmpty == true)
        }
    }
}
