import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// What a person can do with their account, and who is told about it.
@Suite struct AccountControlTests {
    @Test func `stops using an app: tokens die, the app is told, the next sign-in is a first one`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            let first = try await caller.signInHidingEmail()
            let subject = try payload(of: first.text("id_token")).text("sub")
            let code = try await caller.code()
            let stop = #"{"person":"maya","client":"com.example.app"}"#
            #expect(try await caller.control("/account/stop-using", stop).status == 200)
            #expect(try await caller.refresh(first.text("refresh_token") ?? "").json.text("error") == "invalid_grant")
            #expect(try await caller.token(["code": code]).json.text("error") == "invalid_grant")
            _ = try await caller.notifications()
            #expect(receiver.received.count == 1)
            let event = try #require(receiver.received.first).event
            #expect(event.text("type") == "consent-revoked" && event.text("sub") == subject)
            let again = try await caller.approve()
            #expect(again["fields"]?.object?.contains("user") == true)
            let claims = try payload(of: again["fields"]?.object?.text("id_token"))
            #expect(claims.text("sub") == subject && claims.text("email") == "maya@example.com")
            #expect(try await caller.control("/account/stop-using", stop).status == 200)
            #expect(try await caller.control("/account/stop-using", stop).json.text("error") == "app_not_used")
        }
    }

    @Test func `leaves other people, groups and teams alone`() async throws {
        try await TestEmulator().run { caller in
            let tomas = try await caller.signInHidingEmail("tomas")
            let device = #"{"person":"maya","bundle_id":"com.example.lonely"}"#
            let code = try await caller.control("/device/credentials", device).json.text("authorization_code")
            _ = try await caller.signInHidingEmail()
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.web"}"#)
            #expect(try await caller.refresh(tomas.text("refresh_token") ?? "").status == 200)
            let lonely = try await caller.token(
                ["code": code, "redirect_uri": nil], client: TestEmulator.lonelyApp)
            #expect(lonely.status == 200)
        }
    }

    @Test func `turns forwarding off and on, which only its events tell`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            let tokens = try await caller.signInHidingEmail()
            let relay = try payload(of: tokens.text("id_token")).text("email")
            for isOn in [false, false, true, true] {
                let call = "{\"person\":\"maya\",\"team_id\":\"EMUTEAM001\",\"on\":\(isOn)}"
                #expect(try await caller.control("/account/forwarding", call).status == 200)
            }
            _ = try await caller.notifications()
            #expect(
                try receiver.received.map { try $0.event.text("type") } == ["email-disabled", "email-enabled"])
            #expect(try receiver.received.allSatisfy { try $0.event.text("email") == relay })
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").status == 200)
        }
    }

    @Test func `gives whoever comes back the same relay address`() async throws {
        try await TestEmulator().run { caller in
            let first = try payload(of: try await caller.signInHidingEmail().text("id_token"))
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.web"}"#)
            let second = try payload(of: try await caller.signInHidingEmail().text("id_token"))
            #expect(first.text("email") == second.text("email") && first.text("sub") == second.text("sub"))
        }
    }

    @Test func `has nothing to forward where the address was shared`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.token(["code": try await caller.code()])
            let call = #"{"person":"maya","client":"com.example.web","on":false}"#
            let reply = try await caller.control("/account/forwarding", call)
            #expect(reply.status == 404)
            #expect(try reply.json.text("error") == "no_relay_address")
        }
    }

    @Test func `changes the password: refresh tokens die, access tokens and consent stay, nobody is told`() async throws
    {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            let tokens = try await caller.signInHidingEmail()
            let call = #"{"person":"maya","password":"new-password"}"#
            #expect(try await caller.control("/account/password", call).status == 200)
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").json.text("error") == "invalid_grant")
            #expect(try await caller.notifications().isEmpty && receiver.received.isEmpty)
            let alive = try await caller.control("/snapshot", "", method: .get).json["alive"]?.object
            #expect(alive?.double("access_tokens") == 1)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == false)
            var browser = try await Browser(caller)
            try await browser.submit("account", [("person", "maya")])
            try await browser.submit("password", [("password", "maya-password")])
            #expect(browser.reply.text.contains("The password is wrong"))
            try await browser.submit("password", [("password", "new-password")])
            #expect(!browser.shownCode.isEmpty)
        }
    }

    @Test func `notices a password that changed in the middle of a sign-in`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            try await browser.submit("account", [("person", "maya")])
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"new-password"}"#)
            try await browser.submit("password", [("password", "maya-password")])
            #expect(browser.reply.text.contains("The password is wrong"))
        }
    }

    @Test func `deletes an account: everything dies, every app is told, nobody signs in with it again`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, url in
            let tokens = try await caller.signInHidingEmail()
            let device = #"{"person":"maya","bundle_id":"com.example.lonely"}"#
            _ = try await caller.control("/device/credentials", device)
            var browser = try await Browser(caller)
            try await browser.reachConsent()
            #expect(try await caller.control("/account/delete", #"{"person":"maya"}"#).status == 200)
            _ = try await caller.notifications()
            #expect(
                try receiver.received.map { try $0.claims.text("aud") } == [TestEmulator.app, TestEmulator.lonelyApp])
            #expect(try receiver.received.allSatisfy { try $0.event.text("type") == "account-deleted" })
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").status == 400)
            // a consent page that was already open yields no code
            try await browser.submit("consent", [("email_choice", "share")])
            #expect(browser.reply.status == 400 && !browser.reply.text.contains("name=\"code\""))
            #expect(try await caller.approve().text("error") == "person_unknown")
            #expect(try await caller.control("/device/credentials", device).status == 404)
            #expect(try await caller.control("/account/delete", #"{"person":"maya"}"#).status == 404)
            // a new person may reuse the address but not the key, since subjects are derived from the key
            let key = #"{"key":"maya","email":"maya@example.com"}"#
            #expect(try await caller.control("/people", key).json.text("error") == "person_deleted")
            let address = #"{"key":"maya2","email":"maya@example.com"}"#
            #expect(try await caller.control("/people", address).status == 201)
        }
    }

    @Test func `an unknown person or client comes with those that there are, and the nearest`() async throws {
        try await TestEmulator().run { caller in
            let call = #"{"person":"mya","client":"com.example.web"}"#
            let person = try await caller.control("/device/accounts", #"{"device":"ipad","person":"mya"}"#).json
            #expect(person.text("error") == "person_unknown")
            #expect(person.text("message")?.hasPrefix("There is no person mya. Did you mean maya? Known: ") == true)
            let client = try await caller.control(
                "/account/stop-using", call.replacing("mya", with: "maya").replacing(".web", with: ".wep")
            ).json
            #expect(client.text("error") == "client_unknown")
            #expect(client.text("message")?.contains("Did you mean com.example.web? Known: ") == true)
        }
    }

    @Test func `the nearest person is found behind the first twenty, who are listed`() async throws {
        try await TestEmulator().run { caller in
            let people = (Array(0..<40).map { "guest\($0)" } + ["zoe"]).map {
                #"{"key":"\#($0)","email":"\#($0)@many.example"}"#
            }
            _ = try await caller.control("/people", #"{"people":[\#(people.joined(separator: ","))]}"#)
            let person = try await caller.control("/device/accounts", #"{"device":"ipad","person":"zoee"}"#).json
            #expect(person.text("message")?.contains("Did you mean zoe? Known: ") == true)
            #expect(person.text("message")?.contains("guest39") == false)
        }
    }

    @Test func `tells devices that an app is no longer used, and nothing of a deletion`() async throws {
        try await TestEmulator().run { caller in
            for (call, body, state) in [
                ("stop-using", #"{"person":"maya","client":"com.example.app"}"#, "revoked"),
                ("delete", #"{"person":"maya"}"#, "not_found"),
            ] {
                let credential = try await caller.credential(
                    #"{"device":"ipad","person":"maya","bundle_id":"com.example.app"}"#)
                #expect(try await caller.control("/account/" + call, body).status == 200)
                #expect(try await caller.credentialState(credential.text("user") ?? "") == state)
                let device = try await caller.control("/device/accounts", "", method: .get)
                #expect(device.text.contains("maya") == (call == "stop-using"))
            }
        }
        let configuration = try TestEmulator().server.configuration
        let state = try EmulatorState(
            configuration: configuration, now: TestClock().source, randomBytes: { [UInt8](repeating: 7, count: $0) },
            keeper: nil)
        let (person, app) = state.read { ($0.person("maya"), $0.client(TestEmulator.app)) }
        let choice = ConsentChoice(
            person: try #require(person), isEmailShared: true, name: PersonName(first: "", last: ""))
        let approval = EmulatorState.Approval(
            client: try #require(app), scopes: [], nonce: nil, redirectURI: nil, codeChallenge: nil,
            wantsIdentityToken: false)
        _ = try state.authorize(approval, choice)
        try state.stopUsing(
            Consent.Key(person: "maya", teamID: "EMUTEAM001", primaryApp: TestEmulator.app))
        #expect(state.read { $0.signals.count } == 1)
        _ = try state.authorize(approval, choice)
        try state.deleteAccount(of: "maya")
        #expect(state.read { $0.signals.count } == 1)
    }

    @Test func `ends a code at the deletion, even one that is redeemed at the same time`() async throws {
        try await TestEmulator().run { caller in
            for turn in 0..<50 {
                let person = "{\"key\":\"p\(turn)\",\"email\":\"p\(turn)@example.com\"}"
                _ = try await caller.control("/people", person)
                let code = try await caller.code("p\(turn)")
                async let redeemed = caller.token(["code": code])
                async let deleted = caller.control("/account/delete", "{\"person\":\"p\(turn)\"}")
                let tokens = try await redeemed.json
                #expect(try await deleted.status == 200)
                #expect(try await caller.refresh(tokens.text("refresh_token") ?? "none").status == 400)
            }
            let alive = try await caller.control("/snapshot", "", method: .get).json["alive"]?.object
            #expect(alive?.double("refresh_tokens") == 0 && alive?.double("access_tokens") == 0)
        }
    }

    @Test(arguments: [
        ("stop-using", #"{"person":"maya","client":"none"}"#, 404, "client_unknown"),
        ("stop-using", #"{"person":"maya","client":"com.example.web"}"#, 404, "app_not_used"),
        ("forwarding", #"{"person":"maya","on":true}"#, 400, "client_or_team"),
        ("forwarding", #"{"person":"maya","client":"com.example.web"}"#, 400, "body_invalid"),
        ("password", #"{"person":"nobody","password":"x"}"#, 404, "person_unknown"),
        ("password", #"{"person":"maya","password":""}"#, 400, "password_unfit"),
        ("delete", #"{"person":"nobody"}"#, 404, "person_unknown"),
    ])
    func `says what it could not do`(_ call: String, _ body: String, _ status: Int, _ error: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control("/account/" + call, body)
            #expect(reply.status == status)
            #expect(try reply.json.text("error") == error)
        }
    }
}
