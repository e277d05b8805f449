import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The time that a saved change takes to have an effect, by the emulator's clock.
@Suite struct PortalDelayTests {
    private func run(_ body: @escaping @Sendable (PortalSetup) async throws -> Void) async throws {
        try await TestEmulator().run { caller in
            let portal = PortalSetup(caller: caller)
            try await portal.everything()
            _ = try await caller.control("/switches", #"{"portal_delay":300}"#)
            try await body(portal)
        }
    }

    private static let removed = #""return_urls":["https://portal.example/other"]"#

    private func pending(_ portal: PortalSetup) async throws -> Int? {
        let reply = try await portal.caller.control("/portal/teams?team_id=PORTALTEAM", "", method: .get)
        return try reply.json["teams"]?.array?.first?.object?["pending"]?.array?.count
    }

    @Test func `shows a change at once, and lets it take effect when it is due`() async throws {
        try await run { portal in
            let saved = try await portal.change(PortalSetup.web, Self.removed).json["services"]?.array?.first?.object
            #expect(saved?["return_urls"]?.array?.compactMap(\.string) == ["https://portal.example/other"])
            #expect(try await pending(portal) == 1)
            portal.caller.emulator.clock.advance(by: 299)
            #expect(try await portal.authorize().status == 200)
            let other = "https://portal.example/other"
            _ = try await portal.authorize(["redirect_uri": other])
            #expect(try await portal.cause() == "redirect_unregistered")
            #expect(try await portal.explanation().contains("takes effect in 1 s (portal_delay)"))
            portal.caller.emulator.clock.advance(by: 1)
            #expect(try await portal.authorize().status == 400)
            #expect(try await portal.authorize(["redirect_uri": other]).status == 200)
            #expect(try await pending(portal) == 0)
        }
    }

    @Test func `takes effect when the clock is advanced by a call`() async throws {
        try await run { portal in
            _ = try await portal.change(PortalSetup.app, #""capability":"off""#)
            #expect(try await portal.authorize().status == 200)
            _ = try await portal.caller.control("/clock", #"{"advance":300}"#)
            #expect(try await portal.authorize().status == 400)
        }
    }

    @Test func `delays new keys, revocations and new identifiers as well`() async throws {
        try await run { portal in
            let key = try await portal.key()
            #expect(try await portal.redeem(try await portal.code(), key).status == 400)
            #expect(try await portal.cause() == "secret_key_unknown")
            #expect(try await portal.explanation().contains("takes effect in 300 s"))
            _ = try await portal.call(
                "/services", #"{"team_id":"PORTALTEAM","identifier":"net.portal.new","description":"New"}"#)
            _ = try await portal.authorize(["client_id": "net.portal.new"])
            #expect(try await portal.cause() == "client_unknown")
            #expect(try await portal.explanation().contains("takes effect in 300 s"))
            portal.caller.emulator.clock.advance(by: 300)
            #expect(try await portal.redeem(try await portal.code(), key).status == 200)
            _ = try await portal.call(
                "/keys/revoke", #"{"team_id":"PORTALTEAM","key_id":"\#(key.keyID ?? "")"}"#)
            #expect(try await portal.redeem(try await portal.code(), key).status == 200)
            portal.caller.emulator.clock.advance(by: 300)
            #expect(try await portal.redeem(try await portal.code(), key).status == 400)
        }
    }

    @Test func `lets the last of several changes win, also if the delay was shortened between them`() async throws {
        try await run { portal in
            _ = try await portal.change(PortalSetup.web, Self.removed)
            _ = try await portal.caller.control("/switches", #"{"portal_delay":0}"#)
            _ = try await portal.change(
                PortalSetup.web, #""return_urls":["https://portal.example/callback"]"#)
            #expect(try await pending(portal) == 0)
            portal.caller.emulator.clock.advance(by: 300)
            #expect(try await portal.authorize().status == 200)
        }
    }

    @Test func `keeps pending changes in a snapshot, and drops them at a reset`() async throws {
        try await run { portal in
            let caller = portal.caller
            _ = try await portal.change(PortalSetup.web, Self.removed)
            _ = try await caller.control("/snapshots", #"{"name":"pending"}"#)
            caller.emulator.clock.advance(by: 300)
            #expect(try await portal.authorize().status == 400)
            _ = try await caller.control("/clock", #"{"advance":-300}"#)
            _ = try await caller.control("/reset", "")
            #expect(try await pending(portal) == nil)
            _ = try await caller.control("/reset", #"{"to":"pending"}"#)
            // the snapshot is as old as its clock, which has run on
            #expect(try await portal.authorize().status == 400)
        }
    }

    @Test func `keeps what a team registered, and what is pending, when the team is reset`() async throws {
        try await run { portal in
            _ = try await portal.change(PortalSetup.web, Self.removed)
            let reply = try await portal.caller.control("/reset", #"{"team_id":"PORTALTEAM"}"#)
            #expect(reply.status == 200)
            #expect(try await pending(portal) == 1)
            #expect(try await portal.authorize().status == 200)
        }
    }

    @Test func `does not delay the calls that set a team up at once`() async throws {
        try await run { portal in
            let service =
                #"{"id":"net.quick.web","primary_app":"net.portal.app","return_urls":["https://q.example/cb"]}"#
            _ = try await portal.caller.control("/services", service)
            let page = try await portal.authorize(
                ["client_id": "net.quick.web", "redirect_uri": "https://q.example/cb"])
            #expect(page.status == 200)
        }
    }

    @Test(arguments: [#"{"portal_delay":-1}"#, #"{"portal_delay":604801}"#, #"{"services_per_app_limit":-1}"#])
    func `refuses a delay and a limit out of range`(_ json: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control("/switches", json)
            #expect(reply.status == 400)
        }
    }
}
