import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct ControlTests {
    @Test func `sets, moves and stops the clock`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let set = try await caller.control("/clock", #"{"set":1800000000}"#).json
            #expect(set.double("now") == 1_800_000_000)
            emulator.clock.advance(by: 5)
            #expect(try await caller.control("/clock", "", method: .get).json.double("now") == 1_800_000_005)
            let frozen = try await caller.control("/clock", #"{"freeze":true,"advance":10}"#).json
            emulator.clock.advance(by: 100)
            #expect(frozen.double("now") == 1_800_000_015)
            #expect(try await caller.control("/clock", "", method: .get).json.double("now") == 1_800_000_015)
            for bad in [#"{"set":-1}"#, #"{"advance":9223372036854775807}"#, #"{"set":"x"}"#, "[]", "{"] {
                #expect(try await caller.control("/clock", bad).status == 400)
            }
        }
    }

    @Test func `rotates signing keys with and without overlap`() async throws {
        try await TestEmulator().run { caller in
            let old = try await caller.control("/keys", "", method: .get).json.text("signing") ?? ""
            let rotated = try await caller.control("/keys", #"{"action":"rotate"}"#).json
            let new = try #require(rotated.text("signing"))
            #expect(new != old)
            let token = try await caller.approve()["fields"]?.object?.text("id_token")
            #expect(try CompactJWS(token ?? "").header.keyID == new)
            #expect(try await caller.publishedKeys() == [old, new])
            _ = try await caller.control("/keys", "{\"action\":\"remove\",\"kid\":\"\(old)\"}")
            #expect(try await caller.publishedKeys() == [new])
            let last = try await caller.control("/keys", #"{"action":"rotate","overlap":false}"#).json.text("signing")
            #expect(try await caller.publishedKeys() == [last])
            _ = try await caller.control("/keys", "{\"action\":\"sign_with\",\"kid\":\"\(old)\"}")
            let unpublished = try await caller.approve()["fields"]?.object?.text("id_token")
            #expect(try CompactJWS(unpublished ?? "").header.keyID == old)
            #expect(try await caller.control("/keys", #"{"action":"remove","kid":"none"}"#).status == 404)
        }
    }

    @Test func `the signing key is not the first of several, so that a client cannot rely on that`() async throws {
        try await TestEmulator().run { caller in
            let signing = try #require(try await caller.control("/keys", "", method: .get).json.text("signing"))
            #expect(try await caller.publishedKeys() == [signing])
            _ = try await caller.control("/keys", #"{"action":"add"}"#)
            let published = try await caller.publishedKeys()
            #expect(published.count == 2 && published.last == signing)
        }
    }

    @Test func `registers teams, services, return URLs and people while it runs`() async throws {
        try await TestEmulator().run { caller in
            let team = try await caller.control("/teams", #"{"team_id":"PARALLEL01","apps":["net.parallel.app"]}"#)
            #expect(team.status == 201)
            let made = try team.json
            let key = try SigningKey(pem: try #require(made.text("private_key")), keyID: made.text("key_id"))
            let service = #"{"id":"net.parallel.web","primary_app":"net.parallel.app","return_urls":["URL"]}"#
            for url in ["http://127.0.0.1:4711/cb", "https://parallel.example/cb"] {
                let reply = try await caller.control("/services", service.replacing("URL", with: url))
                #expect(reply.status == 201)
            }
            for url in ["http://parallel.example/cb", "https://a.example/#x", "https://a.example:*/", "app:/cb", ""] {
                #expect(try await caller.control("/services", service.replacing("URL", with: url)).status == 400)
            }
            #expect(try await caller.control("/people", #"{"key":"kim","email":"kim@example.com"}"#).status == 201)
            let code = try await caller.code(
                "kim", ["client_id": "net.parallel.web", "redirect_uri": "http://127.0.0.1:4711/cb"])
            let secret = try caller.emulator.secret(
                for: "net.parallel.web", ["iss": "PARALLEL01"], key: key)
            let reply = try await caller.token(
                ["code": code, "redirect_uri": "http://127.0.0.1:4711/cb"], client: "net.parallel.web", secret: secret)
            #expect(reply.status == 200)
            #expect(try await caller.control("/teams", #"{"team_id":"PARALLEL01"}"#).status == 409)
            #expect(try await caller.control("/people", #"{"key":"kim","email":"k@example.com"}"#).status == 409)
        }
    }

    @Test func `starts over by one call`() async throws {
        try await TestEmulator().run { caller in
            let tokens = try await caller.token(["code": try await caller.code()]).json
            _ = try await caller.control("/faults", #"{"endpoint":"keys","fault":{"kind":"status"}}"#)
            _ = try await caller.control("/clock", #"{"advance":1000}"#)
            #expect(try await caller.control("/reset", "").status == 200)
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").status == 400)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == true)
        }
    }

    @Test func `shows its state without a secret in it`() async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let tokens = try await caller.token(["code": code]).json
            for path in ["/snapshot", "/log"] {
                let text = try await caller.control(path, "", method: .get).text
                for secret in [code, tokens.text("refresh_token"), tokens.text("access_token"), "maya-password"] {
                    #expect(!text.contains(secret ?? ""))
                }
            }
            let snapshot = try await caller.control("/snapshot", "", method: .get).json
            #expect(snapshot["consents"]?.array?.count == 1)
            #expect(snapshot["alive"]?.object?.double("refresh_tokens") == 1)
        }
    }

    @Test(arguments: [
        ("/approvals", "{}"), ("/approvals", #"{"authorize_url":"x","person":"nobody"}"#), ("/approvals", "null"),
        ("/device/credentials", #"{"person":"maya","bundle_id":"com.example.web"}"#),
        ("/device/credentials", #"{"person":"maya","bundle_id":"com.example.app","scopes":["phone"]}"#),
        ("/device/credentials", #"{"person":"maya","bundle_id":"com.example.app","real_user_status":7}"#),
        ("/device/credentials", #"{"person":"maya","bundle_id":"com.example.app","confirmation":"perhaps"}"#),
        ("/device/accounts", #"{"device":"phone","person":"maya","confirmation_method":"iris"}"#),
        ("/faults", #"{"endpoint":"token","fault":{"kind":"unknown"}}"#),
        ("/faults", #"{"endpoint":"token","fault":{"kind":"status","status":9}}"#),
        ("/faults", #"{"endpoint":"token","fault":{"kind":"status","times":0}}"#),
        ("/faults", #"{"endpoint":"control","fault":{"kind":"status"}}"#), ("/keys", #"{"action":"eat"}"#),
    ])
    func `names what a control call got wrong`(_ path: String, _ body: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control(path, body)
            #expect((400..<500).contains(reply.status))
            #expect(try reply.json.names == ["error", "message"])
        }
    }

    @Test func `answers control calls from this machine only`() async throws {
        try await TestEmulator().run { caller in
            let form = try await caller.post("/_emulator/approvals", [("a", "b")])
            #expect(form.status == 415)
        }
        let loopback = EmulatorConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 1))
        for host in ["127.0.0.1:1", "localhost", "idp.localhost:1", "[::1]:1"] {
            #expect(throws: Never.self) {
                try ControlAccess.require(authority: host, origin: nil, authorization: nil, loopback)
            }
        }
        // names that an attacker's DNS could resolve to loopback
        for host in ["evil.example", "127.0.0.1.evil.example:1", "localhost.evil.example", ""] {
            #expect(throws: ControlRefusal.self) {
                try ControlAccess.require(authority: host, origin: nil, authorization: nil, loopback)
            }
        }
        let open = try TestEmulator { $0.listen = ListenAddress(host: "0.0.0.0", port: 9_080) }
        try await open.run { caller in
            let off = try await caller.control("/log", "", method: .get)
            #expect(off.status == 404)
        }
        let guarded = try TestEmulator {
            $0.listen = ListenAddress(host: "0.0.0.0", port: 9_080)
            $0.controlToken = "let-me-in"
        }
        try await guarded.run { caller in
            let refused = try await caller.control("/log", "", method: .get)
            #expect(refused.status == 401)
            let headers: HTTPFields = [.authorization: "Bearer let-me-in"]
            let answered = try await caller.send(.get, "/_emulator/log", headers: headers)
            #expect(answered.status == 200)
        }
    }
}

extension Caller {
    func publishedKeys() async throws -> [String?] {
        let keys = try await send(.get, "/auth/keys").json["keys"]?.array ?? []
        return keys.map { $0.object?.text("kid") }
    }
}
