import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// An app that goes to another team: what moves, what stays, and what becomes another one.
@Suite struct TransferTests {
    private func run(_ body: @escaping @Sendable (TransferSetup, Caller) async throws -> Void) async throws {
        try await TestEmulator().run { caller in try await body(TransferSetup(caller), caller) }
    }

    // MARK: the portal

    @Test func `moves an app with its Services IDs, and leaves the keys behind`() async throws {
        try await run { setup, caller in
            let started = try await setup.start()
            #expect(try started.status == 201 && started.json.text("state") == "waiting")
            let accepted = try await setup.accept().json
            #expect(accepted.text("state") == "accepted")
            #expect(accepted["clients"]?.array?.compactMap(\.string) == [TestEmulator.app, TestEmulator.web])
            #expect(accepted.double("deadline") == Double(caller.emulator.clock.now + TransferSetup.days60))
            let teams = caller.emulator.server.state.read { $0.portal.teams }
            let (giver, recipient) = (teams[TransferSetup.giver], teams[TransferSetup.recipient])
            #expect(giver?.apps[TestEmulator.app] == nil && giver?.services[TestEmulator.web] == nil)
            #expect(recipient?.apps[TestEmulator.app] != nil && recipient?.services[TestEmulator.web] != nil)
            #expect(giver?.keys.count == 1 && recipient?.keys.count == 1)
            let client = caller.emulator.server.state.read { $0.client(TestEmulator.web) }
            #expect(client?.teamID == TransferSetup.recipient && client?.standing == .ready)
        }
    }

    @Test func `leaves a Services ID that was bound to another app before`() async throws {
        try await run { setup, caller in
            let bound = #"{"team_id":"EMUTEAM001","identifier":"com.example.web","primary_app":"com.example.lonely"}"#
            #expect(try await caller.control("/portal/services", bound, method: .patch).status == 200)
            try await setup.transfer()
            let clients = caller.emulator.server.state.read { world in
                [world.client(TestEmulator.app)?.teamID, world.client(TestEmulator.web)?.teamID]
            }
            #expect(clients == [TransferSetup.recipient, TransferSetup.giver])
        }
    }

    @Test(arguments: [
        (#"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","to":"EMUTEAM001"}"#, 400, "recipient_own_team"),
        (#"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","to":"NOTEAM0001"}"#, 404, "recipient_unknown"),
        (#"{"team_id":"EMUTEAM001","bundle_id":"org.other.app","to":"OTHERTEAM1"}"#, 404, "app_unknown"),
        (#"{"team_id":"NOTEAM0001","bundle_id":"com.example.app","to":"OTHERTEAM1"}"#, 404, "team_unknown"),
        (#"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","to":"OTHERTEAM1"}"#, 409, "app_grouped"),
        (#"{"team_id":"EMUTEAM001","bundle_id":"com.example.app.watch","to":"OTHERTEAM1"}"#, 409, "app_grouped"),
    ])
    func `refuses a transfer that Apple would refuse`(_ call: String, _ status: Int, _ code: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let reply = try await caller.control("/portal/transfers", call)
            #expect(try reply.status == status && reply.json.text("error") == code)
            let none = try await caller.control("/portal/transfers", "", method: .get)
            #expect(try none.json["transfers"]?.array?.isEmpty == true)
        }
    }

    @Test func `refuses an app whose capability is off`() async throws {
        try await run { setup, caller in
            let off = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","capability":"off"}"#
            _ = try await caller.control("/portal/apps", off, method: .patch)
            let reply = try await setup.start()
            #expect(try reply.status == 400 && reply.json.text("error") == "primary_app_invalid")
        }
    }

    @Test func `waits for one recipient at a time, and ends with a cancellation`() async throws {
        try await run { setup, caller in
            let cancel = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app"}"#
            try await setup.start()
            #expect(try await setup.start().json.text("error") == "transfer_waiting")
            let own = try await caller.control("/portal/transfers/accept", cancel)
            #expect(try own.status == 404 && own.json.text("error") == "transfer_unknown")
            #expect(try await caller.control("/portal/transfers/cancel", cancel).json.text("state") == "canceled")
            #expect(try await setup.accept().json.text("error") == "transfer_unknown")
            #expect(try await setup.start().status == 201)
            #expect(try await setup.accept().status == 200)
        }
    }

    @Test func `refuses the acceptance of an app that was grouped meanwhile`() async throws {
        try await run { setup, caller in
            try await setup.start()
            let grouped = """
                {"team_id":"EMUTEAM001","bundle_id":"com.example.app.watch","capability":"grouped",
                "primary_app":"com.example.app"}
                """
            _ = try await caller.control("/portal/apps", grouped, method: .patch)
            let reply = try await setup.accept()
            #expect(try reply.status == 409 && reply.json.text("error") == "app_grouped")
        }
    }

    @Test func `forgets the notification endpoint, unless a switch moves it`() async throws {
        let url = "https://giver.example/n"
        for moves in [false, true] {
            try await run { setup, caller in
                _ = try await caller.control("/switches", "{\"notification_url_moves\":\(moves)}")
                let set = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","notification_url":"\#(url)"}"#
                _ = try await caller.control("/portal/apps", set, method: .patch)
                try await setup.transfer()
                let moved = caller.emulator.server.state.read {
                    $0.teams[TransferSetup.recipient]?.notificationURL(of: TestEmulator.app)
                }
                #expect(moved == (moves ? url : nil))
            }
        }
    }

    @Test func `offers the same on a page`() async throws {
        try await run { setup, caller in
            let form: HTTPFields = [
                .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost:9080",
            ]
            func post(_ path: String, _ fields: String) async throws -> Reply {
                try await caller.send(.post, path, headers: form, body: fields)
            }
            let own = try await post("/portal/transfers", "team=EMUTEAM001&app=com.example.app&to=EMUTEAM001")
            #expect(own.status == 200 && own.text.contains("belongs to team EMUTEAM001 already"))
            let started = try await post("/portal/transfers", "team=EMUTEAM001&app=com.example.app&to=OTHERTEAM1")
            #expect(started.status == 303)
            let page = try await caller.send(.get, "/portal/transfers?team=OTHERTEAM1")
            #expect(page.text.contains("Accept</button>") && page.text.contains("from team EMUTEAM001"))
            let giver = try await caller.send(.get, "/portal/transfers?team=EMUTEAM001")
            #expect(!giver.text.contains("Accept</button>") && giver.text.contains("Cancel the transfer"))
            _ = try await post("/portal/transfers/accept", "team=OTHERTEAM1&app=com.example.app")
            #expect(caller.emulator.server.state.read { $0.client(TestEmulator.app)?.teamID } == "OTHERTEAM1")
            let team = try await caller.send(.get, "/portal/team?team=OTHERTEAM1")
            #expect(team.text.contains("/portal/transfers?team=OTHERTEAM1"))
        }
    }

    // MARK: people

    @Test func `gives everybody another subject and another relay address`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential(sharesEmail: false)
            let tomas = try await setup.credential("tomas")
            try await setup.transfer()
            let after = try await setup.credential(sharesEmail: false)
            #expect(before.text("user") != after.text("user"))
            #expect(after.text("email") == nil)
            let (old, new) = (
                try payload(of: before.text("identity_token")), try payload(of: after.text("identity_token"))
            )
            #expect(new.text("sub") == after.text("user") && new.text("aud") == old.text("aud"))
            #expect(new.text("email") != old.text("email"))
            #expect(new.text("email")?.hasSuffix("@privaterelay.appleid.com") == true)
            let shared = try await setup.credential("tomas")
            #expect(try payload(of: shared.text("identity_token")).text("email") == "tomas@example.com")
            #expect(shared.text("user") != tomas.text("user"))
        }
    }

    @Test func `says transferred of the former subject, and authorized of the new one`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential().text("user") ?? ""
            try await setup.transfer()
            #expect(try await caller.credentialState(before) == "transferred")
            _ = try await caller.control("/device/accounts", #"{"device":"ipad","person":"tomas"}"#)
            #expect(try await caller.credentialState(before, device: "ipad") == "not_found")
            let after = try await setup.credential().text("user") ?? ""
            #expect(try await caller.credentialState(after) == "authorized")
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.app"}"#)
            #expect(try await caller.credentialState(before) == "not_found")
        }
    }

    @Test func `names the transfer identifier in tokens for sixty days`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential()
            #expect(try payload(of: before.text("identity_token")).contains("transfer_sub") == false)
            let subject = before.text("user") ?? ""
            let identifier = try await setup.identifier(of: subject).json.text("transfer_sub")
            try await setup.transfer()
            caller.emulator.clock.advance(by: TransferSetup.days60 - 1)
            let during = try await setup.credential()
            #expect(try payload(of: during.text("identity_token")).text("transfer_sub") == identifier)
            let redeemed = try await caller.token(
                ["code": during.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app,
                secret: try setup.recipientSecret
            ).json
            #expect(try payload(of: redeemed.text("id_token")).text("transfer_sub") == identifier)
            caller.emulator.clock.advance(by: 1)
            let refreshed = try await caller.token(
                [
                    "grant_type": "refresh_token", "refresh_token": redeemed.text("refresh_token"),
                    "redirect_uri": nil,
                ], client: TestEmulator.app, secret: try setup.recipientSecret
            ).json
            #expect(try payload(of: refreshed.text("id_token")).contains("transfer_sub") == false)
        }
    }

    @Test func `signs a person in to the recipient who was on the pages during the acceptance`() async throws {
        try await run { setup, caller in
            let state = caller.emulator.server.state
            let stale = try #require(state.read { $0.client(TestEmulator.app) })
            try await setup.transfer()
            let person = try #require(state.read { $0.person("maya") })
            let authorized = try state.authorize(
                .init(
                    client: stale, scopes: [.email], nonce: nil, redirectURI: nil, codeChallenge: nil,
                    wantsIdentityToken: false),
                ConsentChoice(person: person, isEmailShared: true, name: PersonName(first: "M", last: "L")))
            #expect(authorized.subject == state.subject(of: "maya", person, team: TransferSetup.recipient))
            #expect(state.read { $0.consents.of("maya").map(\.key.teamID) } == [TransferSetup.recipient])
        }
    }

    @Test func `ends forwarding of the former relay address, unless a switch goes on`() async throws {
        try await run { setup, caller in
            _ = try await setup.credential(sharesEmail: false)
            try await setup.transfer()
            func forwards() async throws -> [Bool?] {
                let state = try await caller.send(.get, "/_emulator/snapshot?person=maya").json
                let teams = state["people"]?.array?.first?.object?["known_to_teams_as"]?.object
                return [TransferSetup.giver, TransferSetup.recipient].map { teams?[$0]?.object?.bool("relay_forwards") }
            }
            #expect(try await forwards() == [false, true])
            _ = try await caller.control("/switches", #"{"old_relay_after_transfer":"forward"}"#)
            #expect(try await forwards() == [true, true])
        }
    }

    @Test func `brings an app back to the team that it came from`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential()
            let tokens = try await caller.token(
                ["code": before.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
            ).json
            try await setup.transfer()
            let back = #"{"team_id":"OTHERTEAM1","bundle_id":"com.example.app","to":"EMUTEAM001"}"#
            #expect(try await caller.control("/portal/transfers", back).status == 201)
            let accept = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app"}"#
            #expect(try await caller.control("/portal/transfers/accept", accept).status == 200)
            #expect(try await setup.credential().text("user") == before.text("user"))
            let refreshed = try await caller.refresh(tokens.text("refresh_token") ?? "", client: TestEmulator.app)
            #expect(refreshed.status == 200)
        }
    }

    @Test func `tells what happens to an app and its people`() async throws {
        try await TestEmulator().runLive { caller in
            let setup = try await TransferSetup(caller)
            let subject = try await setup.credential().text("user") ?? ""
            let since = caller.emulator.server.state.events.last
            let identifier = try await setup.identifier(of: subject).json.text("transfer_sub") ?? ""
            try await setup.transfer()
            _ = try await setup.person(behind: identifier)
            let types =
                "app_transfer_started,app_transferred,transfer_identifier_given,transfer_person_given"
            let events = try await caller.events("since=\(since)&wait=false&types=\(types)").map(\.type)
            #expect(
                events == [
                    "transfer_identifier_given", "app_transfer_started", "app_transferred", "transfer_person_given",
                ])
        }
    }
}
