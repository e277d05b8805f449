import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// What a setting in the developer portal does to sign-ins, and what the log says about it.
@Suite struct PortalEffectTests {
    private func run(
        _ adjust: (inout EmulatorConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (PortalSetup) async throws -> Void
    ) async throws {
        try await TestEmulator(adjust).run { caller in try await body(PortalSetup(caller: caller)) }
    }

    /// Breaks something, and expects Apple's answer on the error page and at the token endpoint.
    private func expect(
        _ cause: String, after change: @escaping @Sendable (PortalSetup) async throws -> Reply
    ) async throws {
        try await run { portal in
            let key = try await portal.everything()
            let refresh = try await portal.redeem(try await portal.code(), key).json.text("refresh_token") ?? ""
            #expect(try await change(portal).status < 300)
            let page = try await portal.authorize()
            #expect(page.status == 400 && page.text.contains("invalid_client"))
            #expect(try await portal.cause() == cause)
            let reply = try await portal.refresh(refresh, key)
            #expect(reply.status == 400 && reply.text == #"{"error":"invalid_client"}"#)
            #expect(try await portal.cause() == cause)
        }
    }

    @Test func `refuses a Services ID whose capability is off`() async throws {
        try await expect("client_capability_off") { try await $0.change(PortalSetup.web, #""enabled":false"#) }
    }

    @Test func `refuses a Services ID that is enabled but not configured`() async throws {
        try await expect("client_not_configured") { portal in
            _ = try await portal.change(PortalSetup.web, #""enabled":false"#)
            return try await portal.change(PortalSetup.web, #""enabled":true"#)
        }
    }

    @Test func `refuses a Services ID that never had the capability`() async throws {
        try await run { portal in
            try await portal.everything()
            _ = try await portal.call(
                "/services", #"{"team_id":"PORTALTEAM","identifier":"net.portal.new","description":"New"}"#)
            _ = try await portal.authorize(["client_id": "net.portal.new"])
            #expect(try await portal.cause() == "client_capability_off")
        }
    }

    @Test func `refuses a Services ID whose primary app is off, or was deleted`() async throws {
        try await expect("client_primary_app_off") { try await $0.change(PortalSetup.app, #""capability":"off""#) }
        try await expect("client_primary_app_deleted") { try await $0.remove(PortalSetup.app) }
    }

    @Test func `refuses a deleted Services ID, and says since when`() async throws {
        try await expect("client_deleted") { try await $0.remove(PortalSetup.web) }
        try await run { portal in
            try await portal.everything()
            _ = try await portal.remove(PortalSetup.web)
            _ = try await portal.authorize()
            #expect(try await portal.explanation().contains("was deleted in the portal at 2026-"))
        }
    }

    @Test func `goes on with old tokens once what was switched off is back`() async throws {
        try await run { portal in
            let key = try await portal.everything()
            let refresh = try await portal.redeem(try await portal.code(), key).json.text("refresh_token") ?? ""
            _ = try await portal.change(PortalSetup.app, #""capability":"off""#)
            #expect(try await portal.refresh(refresh, key).status == 400)
            _ = try await portal.change(PortalSetup.app, #""capability":"primary""#)
            #expect(try await portal.refresh(refresh, key).status == 200)
        }
    }

    @Test(arguments: [
        ("https://portal.example/callback/", "redirect_unregistered"),
        ("https://portal.example/unsaved", "redirect_unregistered"),
        ("https://www.portal.example/callback", "redirect_domain"),
        ("https://portal.example/callback", nil),
    ])
    func `compares return URLs exactly, and wants their domain`(_ url: String, _ cause: String?) async throws {
        try await run { portal in
            try await portal.everything()
            _ = try await portal.change(
                PortalSetup.web,
                #""return_urls":["https://portal.example/callback","https://www.portal.example/callback"]"#)
            let page = try await portal.authorize(["redirect_uri": url])
            #expect(try await portal.cause() == cause)
            #expect(page.status == (cause == nil ? 200 : 400))
            if cause != nil { #expect(page.text.contains("Invalid web redirect url")) }
        }
    }

    @Test func `refuses return URLs on this machine where the switch says so`() async throws {
        try await run { portal in
            let url = "http://localhost:8080/cb"
            let request: [String: String?] = ["client_id": TestEmulator.web, "redirect_uri": url]
            #expect(try await portal.authorize(request).status == 200)
            _ = try await portal.caller.control("/switches", #"{"local_return_urls_refused":true}"#)
            #expect(try await portal.authorize(request).text.contains("Invalid web redirect url"))
            #expect(try await portal.cause() == "redirect_local")
        }
    }

    @Test func `rehearses the rotation of a key: second key, switch, revocation of the first`() async throws {
        try await run { portal in
            let first = try await portal.everything()
            let refresh = try await portal.redeem(try await portal.code(), first).json.text("refresh_token") ?? ""
            let second = try await portal.key()
            #expect(try await portal.refresh(refresh, first).status == 200)
            #expect(try await portal.refresh(refresh, second).status == 200)
            _ = try await portal.call(
                "/keys/revoke", #"{"team_id":"PORTALTEAM","key_id":"\#(first.keyID ?? "")"}"#)
            let refused = try await portal.refresh(refresh, first)
            #expect(refused.text == #"{"error":"invalid_client"}"#)
            #expect(try await portal.cause() == "secret_key_revoked")
            #expect(try await portal.explanation().contains("has been revoked since 2026-"))
            #expect(try await portal.refresh(refresh, second).status == 200)
        }
    }

    @Test func `signs with a key for its own group only, where that is enforced`() async throws {
        try await run { portal in
            let key = try await portal.everything()
            _ = try await portal.call(
                "/apps",
                #"{"team_id":"PORTALTEAM","bundle_id":"net.portal.second","description":"x","capability":"primary"}"#)
            let other = try await portal.key(for: "net.portal.second")
            _ = try await portal.caller.control("/switches", #"{"key_groups_enforced":true}"#)
            #expect(try await portal.redeem(try await portal.code(), key).status == 200)
            #expect(try await portal.redeem(try await portal.code(), other).status == 400)
            #expect(try await portal.cause() == "secret_key_group")
        }
    }

    // MARK: the native sheet

    private static let sheet = #"{"person":"maya","bundle_id":"net.portal.app"}"#

    @Test func `fails on the sheet of an app without the capability, with what an app gets`() async throws {
        try await run { portal in
            try await portal.everything()
            let credentials = "/device/credentials"
            #expect(try await portal.caller.control(credentials, Self.sheet).json.contains("identity_token"))
            _ = try await portal.change(PortalSetup.app, #""capability":"off""#)
            let off = try await portal.caller.control(credentials, Self.sheet)
            #expect(try off.status == 200 && off.json.text("error") == "unknown" && off.json.double("code") == 1000)
            let log = try await portal.caller.control("/log?cause=client_capability_off", "", method: .get)
            #expect(try log.json["entries"]?.array?.count == 1)
            _ = try await portal.remove(PortalSetup.app)
            #expect(try await portal.caller.control(credentials, Self.sheet).json.text("error") == "unknown")
            #expect(
                try await portal.caller.control(credentials, #"{"person":"maya","bundle_id":"no.such.app"}"#).status
                    == 404)
        }
    }

    @Test func `fails on the sheet of an app that is grouped with one that is off`() async throws {
        try await run { portal in
            try await portal.everything()
            let member = #"{"team_id":"PORTALTEAM","bundle_id":"net.portal.watch.app","description":"x","#
            _ = try await portal.call(
                "/apps", member + #""capability":"grouped","primary_app":"net.portal.app"}"#)
            _ = try await portal.change(PortalSetup.app, #""capability":"off""#)
            let reply = try await portal.caller.control(
                "/device/credentials", #"{"person":"maya","bundle_id":"net.portal.watch.app"}"#)
            #expect(try reply.json.text("error") == "unknown")
            let log = try await portal.caller.control("/log?cause=client_primary_app_off", "", method: .get)
            #expect(try log.json["entries"]?.array?.count == 1)
        }
    }

    // MARK: groups

    @Test func `keeps people signed in when an app leaves a group and comes back`() async throws {
        try await run { portal in
            let caller = portal.caller
            let device = #"{"person":"maya","bundle_id":"com.example.app.watch","scopes":["email"]}"#
            let first = try await caller.control("/device/credentials", device).json
            let code = first.text("authorization_code") ?? ""
            let watch = TestEmulator.groupedApp
            let tokens = try await caller.token(["code": code, "redirect_uri": nil], client: watch)
            let refresh = try tokens.json.text("refresh_token") ?? ""
            let group = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app.watch","capability":"#
            for capability in [#""primary"}"#, #""grouped","primary_app":"com.example.app"}"#] {
                #expect(try await portal.call("/apps", group + capability, patch: true).status == 200)
                #expect(try await caller.refresh(refresh, client: watch).status == 200)
                let again = try await caller.control("/device/credentials", device).json
                #expect(!again.contains("email") && again.text("user") == first.text("user"))
            }
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.app"}"#)
            #expect(try await caller.refresh(refresh, client: watch).status == 400)
        }
    }
}
