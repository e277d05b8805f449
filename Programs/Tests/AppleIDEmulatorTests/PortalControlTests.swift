import Foundation
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// A developer team that begins with nothing, set up by control calls.
struct PortalSetup {
    static let team = "PORTALTEAM"
    static let app = "net.portal.app"
    static let web = "net.portal.web"
    static let returnURL = "https://portal.example/callback"

    let caller: Caller

    func call(_ path: String, _ json: String, patch: Bool = false) async throws -> Reply {
        try await caller.control("/portal" + path, json, method: patch ? .patch : .post)
    }

    /// Makes the team, an app, a Services ID and a key, and returns the key.
    @discardableResult
    func everything() async throws -> SigningKey {
        _ = try await call("/teams", #"{"team_id":"PORTALTEAM","name":"Portal","kind":"individual"}"#)
        _ = try await call(
            "/apps",
            #"{"team_id":"PORTALTEAM","bundle_id":"net.portal.app","description":"App","capability":"primary"}"#)
        _ = try await call(
            "/services",
            #"""
            {"team_id":"PORTALTEAM","identifier":"net.portal.web","description":"Portal Web","enabled":true,
            "primary_app":"net.portal.app","domains":["portal.example"],"return_urls":["https://portal.example/callback"]}
            """#)
        return try await key()
    }

    func key(for app: String = app) async throws -> SigningKey {
        let made = try await call("/keys", #"{"team_id":"PORTALTEAM","name":"Key","primary_app":"\#(app)"}"#)
        let id = try made.json.text("key_id") ?? ""
        let file = try await call("/keys/download", #"{"team_id":"PORTALTEAM","key_id":"\#(id)"}"#)
        return try SigningKey(pem: try file.json.text("private_key") ?? "", keyID: id)
    }

    func secret(_ key: SigningKey, for client: String = web) throws -> String {
        try caller.emulator.secret(for: client, ["iss": .string(Self.team)], key: key)
    }

    /// The error page or the first page of a sign-in.
    func authorize(_ changes: [String: String?] = [:]) async throws -> Reply {
        let own: [String: String?] = ["client_id": Self.web, "redirect_uri": Self.returnURL]
        return try await caller.send(.get, Caller.authorizeURL(own.merging(changes) { $1 }))
    }

    /// A code for the Services ID, or nothing if the request is refused.
    func code() async throws -> String {
        try await caller.code("maya", ["client_id": Self.web, "redirect_uri": Self.returnURL])
    }

    func redeem(_ code: String, _ key: SigningKey) async throws -> Reply {
        try await caller.token(
            ["code": code, "redirect_uri": Self.returnURL], client: Self.web, secret: secret(key))
    }

    func refresh(_ token: String, _ key: SigningKey, client: String = web) async throws -> Reply {
        try await caller.token(
            ["grant_type": "refresh_token", "refresh_token": token, "redirect_uri": nil], client: client,
            secret: secret(key, for: client))
    }

    func change(_ identifier: String, _ members: String) async throws -> Reply {
        let isApp = identifier.hasSuffix("app") || identifier.hasSuffix("second")
        return try await call(
            isApp ? "/apps" : "/services",
            #"{"team_id":"PORTALTEAM","\#(isApp ? "bundle_id" : "identifier")":"\#(identifier)",\#(members)}"#,
            patch: true)
    }

    func remove(_ identifier: String) async throws -> Reply {
        let isApp = identifier.hasSuffix("app")
        return try await caller.control(
            "/portal/\(isApp ? "apps?bundle_id" : "services?identifier")=\(identifier)&team_id=\(Self.team)", "",
            method: .delete)
    }

    func cause() async throws -> String? { try await caller.lastCause() }

    func explanation() async throws -> String {
        let entries = try await caller.control("/log", "", method: .get).json["entries"]?.array ?? []
        return entries.last?.object?.text("explanation") ?? ""
    }
}

/// What `/_emulator/portal/…` saves and says.
@Suite struct PortalControlTests {
    private func run(_ body: @escaping @Sendable (PortalSetup) async throws -> Void) async throws {
        try await TestEmulator().run { caller in try await body(PortalSetup(caller: caller)) }
    }

    @Test func `sets a team up from nothing, so that somebody signs in`() async throws {
        try await run { portal in
            let key = try await portal.everything()
            let reply = try await portal.redeem(try await portal.code(), key)
            #expect(reply.status == 200)
            #expect(try payload(of: reply.json.text("id_token")).text("aud") == PortalSetup.web)
            let page = try await portal.authorize()
            #expect(page.status == 200 && page.text.contains("Portal Web"))
        }
    }

    @Test func `lists what is saved, without a private key`() async throws {
        try await run { portal in
            try await portal.everything()
            let made = try await portal.call(
                "/keys", #"{"team_id":"PORTALTEAM","name":"Next","primary_app":"net.portal.app"}"#)
            let all = try await portal.caller.control("/portal/teams", "", method: .get)
            #expect(try all.json["teams"]?.array?.count == 3)
            #expect(!all.text.contains("PRIVATE KEY"))
            let one = try await portal.caller.control("/portal/teams?team_id=PORTALTEAM", "", method: .get)
            let team = try #require(try one.json["teams"]?.array?.first?.object)
            #expect(team.text("kind") == "individual" && team.text("name") == "Portal")
            #expect(team["apps"]?.array?.first?.object?.text("capability") == "primary")
            let service = team["services"]?.array?.first?.object
            #expect(service?.text("primary_app") == PortalSetup.app)
            #expect(service?["return_urls"]?.array?.compactMap(\.string) == [PortalSetup.returnURL])
            let waiting = team["keys"]?.array?.compactMap(\.object).filter { $0.contains("downloadable") }
            #expect(waiting?.count == 2)
            #expect(try made.json.text("key_id")?.count == 10)
            #expect(try await portal.caller.control("/portal/teams?team_id=NONE", "", method: .get).status == 404)
        }
    }

    @Test func `hands a private key out once, and not after a revocation`() async throws {
        try await run { portal in
            try await portal.everything()
            let made = try await portal.call(
                "/keys", #"{"team_id":"PORTALTEAM","name":"Next","primary_app":"net.portal.app"}"#)
            let id = try made.json.text("key_id") ?? ""
            let body = #"{"team_id":"PORTALTEAM","key_id":"\#(id)"}"#
            let first = try await portal.call("/keys/download", body)
            #expect(try first.status == 200 && first.json.text("file_name") == "AuthKey_\(id).p8")
            #expect(try first.json.text("private_key")?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
            let again = try await portal.call("/keys/download", body)
            #expect(try again.status == 409 && again.json.text("error") == "key_downloaded")
            #expect(try await portal.call("/keys/revoke", body).status == 200)
            #expect(try await portal.call("/keys/revoke", body).json.text("error") == "key_revoked")
            let log = try await portal.caller.control("/log", "", method: .get)
            #expect(!log.text.contains("PRIVATE KEY"))
        }
    }

    @Test func `makes two keys of sixteen that are made at once, and hands each out to one of sixteen`() async throws {
        try await run { portal in
            try await portal.everything()
            let first = try await portal.key()
            _ = try await portal.call("/keys/revoke", #"{"team_id":"PORTALTEAM","key_id":"\#(first.keyID ?? "")"}"#)
            let make = #"{"team_id":"PORTALTEAM","name":"Key","primary_app":"net.portal.app"}"#
            let made = try await Self.atOnce { try await portal.call("/keys", make) }.filter { $0.status == 201 }
            #expect(made.count == 1)
            let id = try made.first?.json.text("key_id") ?? ""
            let download = #"{"team_id":"PORTALTEAM","key_id":"\#(id)"}"#
            let got = try await Self.atOnce { try await portal.call("/keys/download", download) }
            let count = got.count { $0.status == 200 }
            #expect(count == 1)
        }
    }

    private static func atOnce(_ call: @escaping @Sendable () async throws -> Reply) async throws -> [Reply] {
        try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<16 { group.addTask { try await call() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `is closed to pages of other sites, and shows nothing without a team`() async throws {
        try await run { portal in
            let form: HTTPFields = [
                .contentType: "application/x-www-form-urlencoded", .origin: "https://other.example",
            ]
            let posts = ["/portal/team/new", "/portal/app/new", "/portal/service/verify", "/portal/key/download"]
            for path in posts {
                #expect(try await portal.caller.send(.post, path, headers: form, body: "name=x").status == 403)
            }
            for path in ["/portal/team?team=NONE", "/portal/app", "/portal/key?team=EMUTEAM001&id=NONE"] {
                let page = try await portal.caller.send(.get, path)
                #expect(page.status == 200 && page.text.contains("role=\"alert\""))
            }
        }
    }

    @Test(arguments: [
        ("/teams", #"{"team_id":"PORTALTEAM","name":"Again"}"#, 409, "team_exists"),
        ("/teams", #"{"team_id":"portalteam","name":"X"}"#, 400, "team_id_invalid"),
        ("/apps", #"{"team_id":"NONE000000","bundle_id":"a.b","description":"x"}"#, 404, "team_unknown"),
        ("/apps", #"{"team_id":"PORTALTEAM","bundle_id":"net.portal.web","description":"x"}"#, 409, "identifier_taken"),
        (
            "/apps", #"{"team_id":"PORTALTEAM","bundle_id":"com.example.app","description":"x"}"#, 409,
            "identifier_taken"
        ),
        ("/services", #"{"team_id":"PORTALTEAM","identifier":"a.b"}"#, 400, "description_missing"),
        ("/keys", #"{"team_id":"PORTALTEAM","name":"x","primary_app":"com.example.app"}"#, 400, "primary_app_invalid"),
        ("/keys/revoke", #"{"team_id":"PORTALTEAM","key_id":"NONE"}"#, 404, "key_unknown"),
        ("/keys/download", #"{"team_id":"PORTALTEAM"}"#, 400, "body_invalid"),
        (
            "/services/verify", #"{"team_id":"PORTALTEAM","identifier":"net.portal.web","domain":"portal.example"}"#,
            409,
            "domain_verification_off"
        ),
    ])
    func `says why a call saves nothing`(_ path: String, _ json: String, _ status: Int, _ code: String) async throws {
        try await run { portal in
            try await portal.everything()
            let before = try await portal.caller.control("/portal/teams", "", method: .get).text
            let reply = try await portal.call(path, json)
            #expect(try reply.status == status && reply.json.text("error") == code, "\(reply.text)")
            #expect(try await portal.caller.control("/portal/teams", "", method: .get).text == before)
        }
    }

    @Test func `changes only what a call names, and removes an endpoint with an empty one`() async throws {
        try await run { portal in
            try await portal.everything()
            let url = #""notification_url":"https://portal.example/n""#
            #expect(try await portal.change(PortalSetup.app, url).status == 200)
            let app = try await portal.change(PortalSetup.app, #""description":"Other""#).json["apps"]?.array?.first
            #expect(app?.object?.text("description") == "Other" && app?.object?.text("capability") == "primary")
            #expect(app?.object?.text("notification_url") == "https://portal.example/n")
            let none = try await portal.change(PortalSetup.app, #""notification_url":"""#).json["apps"]?.array?.first
            #expect(none?.object?.text("notification_url") == nil)
            let service = try await portal.change(
                PortalSetup.web, #""return_urls":["https://portal.example/other"]"#)
            let saved = try service.json["services"]?.array?.first?.object
            #expect(saved?["return_urls"]?.array?.compactMap(\.string) == ["https://portal.example/other"])
            #expect(saved?["domains"]?.array?.count == 1)
        }
    }

    @Test func `goes on taking teams and services in one call, with everything they need`() async throws {
        try await run { portal in
            _ = try await portal.caller.control("/teams", #"{"team_id":"OLDCALL001","apps":["net.old.app"]}"#)
            let service = #"{"id":"net.old.web","primary_app":"net.old.app","return_urls":["https://old.example/cb"]}"#
            #expect(try await portal.caller.control("/services", service).status == 201)
            let shown = try await portal.caller.control("/portal/teams?team_id=OLDCALL001", "", method: .get)
            let team = try #require(try shown.json["teams"]?.array?.first?.object)
            let saved = team["services"]?.array?.first?.object
            #expect(saved?.text("primary_app") == "net.old.app" && team["keys"]?.array?.count == 1)
            #expect(saved?["domains"]?.array?.first?.object?.text("name") == "old.example")
            let page = try await portal.authorize(
                ["client_id": "net.old.web", "redirect_uri": "https://old.example/cb"])
            #expect(page.status == 200)
        }
    }

    @Test func `keeps a team as JSON, and reads it back`() async throws {
        try await run { portal in
            let key = try await portal.everything()
            let saved = portal.caller.emulator.server.state.read { $0.portal.teams }
            let read = try JSONDecoder().decode([String: Team].self, from: JSONEncoder().encode(saved))
            #expect(read == saved && read.count == 3)
            let kept = try #require(read[PortalSetup.team]?.keys.values.first)
            #expect(kept.verificationKey.keyID == key.keyID)
        }
    }
}
