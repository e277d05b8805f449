import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct SwitchTests {
    @Test func `lists every switch, changes those named, and puts one back with null`() async throws {
        try await TestEmulator().run { caller in
            let all = try await caller.control("/switches", "", method: .get).json
            #expect(Set(all.names) == Switches.names)
            #expect(all.bool("flags_as_text") == false && all["token_issuer"] == .null)
            let changed = try await caller.control(
                "/switches", #"{"flags_as_text":true,"identity_token_lifetime":600,"token_issuer":"https://x.example"}"#
            )
            #expect(changed.status == 200)
            let now = try changed.json
            #expect(now.bool("flags_as_text") == true && now.double("identity_token_lifetime") == 600)
            let back = try await caller.control("/switches", #"{"token_issuer":null,"flags_as_text":null}"#).json
            #expect(back["token_issuer"] == .null && back.bool("flags_as_text") == false)
            #expect(back.double("identity_token_lifetime") == 600)
            _ = try await caller.control("/reset", "{}")
            #expect(
                try await caller.control("/switches", "", method: .get).json.double("identity_token_lifetime") == 86_400
            )
        }
    }

    @Test(arguments: [
        (#"{"flag_as_text":true}"#, "switch_unknown"), (#"{"flags_as_text":"yes"}"#, "switch_value"),
        (#"{"revocation_ends":"everything"}"#, "switch_value"), (#"{"identity_token_lifetime":0}"#, "switch_value"),
        (#"{"refresh_throttle_status":200}"#, "switch_value"), ("[]", "body_invalid"),
    ])
    func `says what is wrong with a change, and changes nothing`(_ body: String, _ code: String) async throws {
        try await TestEmulator().run { caller in
            let before = try await caller.control("/switches", "", method: .get).text
            let reply = try await caller.control("/switches", body)
            #expect(try reply.status == 400 && reply.json.text("error") == code)
            #expect(try await caller.control("/switches", "", method: .get).text == before)
        }
    }

    @Test func `writes flags as texts, with another issuer and life, and without a key id`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control(
                "/switches",
                #"{"flags_as_text":true,"identity_token_lifetime":600,"token_issuer":"https://x.example","omit_key_id":true}"#
            )
            let tokens = try await caller.token([
                "code": try await caller.code("maya", [:], more: #","share_email":false"#)
            ])
            let token = try CompactJWS(try tokens.json.text("id_token") ?? "")
            let claims = try StrictJSONReader.readObject(token.payload, limits: .standard)
            #expect(claims.text("email_verified") == "true" && claims.text("is_private_email") == "true")
            #expect(claims.text("nonce_supported") == "true" && claims.text("iss") == "https://x.example")
            #expect((claims.double("exp") ?? 0) - (claims.double("iat") ?? 0) == 600)
            #expect(token.header.keyID == nil)
        }
    }

    @Test func `answers a refresh without identity token`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"refresh_identity_token":false}"#)
            let tokens = try await caller.token(["code": try await caller.code()]).json
            #expect(tokens.contains("id_token"))
            let refreshed = try await caller.refresh(tokens.text("refresh_token") ?? "").json
            #expect(refreshed.contains("access_token") && !refreshed.contains("id_token"))
        }
    }

    @Test func `throttles refreshes with the chosen status, until the time is over`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"refresh_throttle":86400,"refresh_throttle_status":400}"#)
            let refresh = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            #expect(try await caller.refresh(refresh).status == 200)
            caller.emulator.clock.advance(by: 400)
            let refused = try await caller.refresh(refresh)
            #expect(refused.status == 400 && refused.header("Retry-After") == "86000")
            #expect(try await caller.lastCause() == "refresh_throttled")
            caller.emulator.clock.advance(by: 86_000)
            #expect(try await caller.refresh(refresh).status == 200)
        }
    }

    @Test func `leaves descriptions away`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"descriptions":false}"#)
            #expect(try await caller.token(["code": "no-such-code"]).text == #"{"error":"invalid_grant"}"#)
        }
    }

    @Test func `ends the tokens of a code that is used twice`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"code_reuse_revokes":true}"#)
            let code = try await caller.code()
            let refresh = try await caller.token(["code": code]).json.text("refresh_token") ?? ""
            #expect(try await caller.token(["code": code]).status == 400)
            #expect(try await caller.refresh(refresh).status == 400)
        }
    }

    @Test func `revokes one token only`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"revocation_ends":"token"}"#)
            let one = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            caller.emulator.clock.advance(by: 5)
            let two = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            _ = try await caller.revoke(one)
            #expect(try await caller.refresh(one).status == 400)
            #expect(try await caller.refresh(two).status == 200)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == false)
        }
    }

    @Test func `answers any prompt with an empty 400, as in 2019`() async throws {
        try await TestEmulator().run { caller in
            #expect(try await caller.send(.get, Caller.authorizeURL(["prompt": "login"])).status == 200)
            _ = try await caller.control("/switches", #"{"prompt_refused":true}"#)
            let refused = try await caller.send(.get, Caller.authorizeURL(["prompt": "login"]))
            #expect(refused.status == 400 && refused.text.isEmpty)
            #expect(try await caller.send(.get, Caller.authorizeURL()).status == 200)
        }
    }

    @Test func `names another issuer in the discovery document, and goes on signing in its own name`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"discovery_issuer":"https://account.apple.com"}"#)
            let discovery = try await caller.send(.get, "/.well-known/openid-configuration").json
            #expect(discovery.text("issuer") == "https://account.apple.com")
            let token = try await caller.approve()["fields"]?.object?.text("id_token")
            #expect(try payload(of: token).text("iss") == TestEmulator.baseURL)
        }
    }

    @Test func `answers in turn with and without the newest key, and in changing order`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/keys", #"{"action":"add"}"#)
            func keyIDs() async throws -> [String] {
                try await caller.send(.get, "/auth/keys").json["keys"]?.array?.compactMap { $0.object?.text("kid") }
                    ?? []
            }
            #expect(try await keyIDs().count == 2)
            _ = try await caller.control("/switches", #"{"key_edges_disagree":true}"#)
            #expect(try await [keyIDs().count, keyIDs().count].sorted() == [1, 2])
            _ = try await caller.control("/switches", #"{"key_edges_disagree":false,"key_order_shuffled":true}"#)
            let (one, two) = (try await keyIDs(), try await keyIDs())
            #expect(one == two.reversed() && one.count == 2)
        }
    }

    @Test func `moves new relay addresses to another domain, and lets old ones be`() async throws {
        try await TestEmulator().run { caller in
            func address(_ person: String) async throws -> String? {
                let token = try await caller.approve(person, [:], more: #","share_email":false"#)["fields"]?.object?
                    .text("id_token")
                return try payload(of: token).text("email")
            }
            _ = try await address("maya")
            _ = try await caller.control("/switches", #"{"relay_domain":"private.icloud.com"}"#)
            #expect(try await address("maya")?.hasSuffix("@privaterelay.appleid.com") == true)
            #expect(try await address("tomas")?.hasSuffix("@private.icloud.com") == true)
        }
    }

    @Test func `hands a used native code out once more after a revocation`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"stale_code_after_revocation":true}"#)
            func credential() async throws -> String {
                let reply = try await caller.control(
                    "/device/credentials", #"{"person":"maya","bundle_id":"com.example.app","scopes":["email"]}"#)
                return try reply.json.text("authorization_code") ?? ""
            }
            let first = try await credential()
            let tokens = try await caller.token(["code": first, "redirect_uri": nil], client: TestEmulator.app).json
            _ = try await caller.revoke(tokens.text("refresh_token") ?? "", client: TestEmulator.app)
            let stale = try await credential()
            #expect(stale == first)
            let refused = try await caller.token(["code": stale, "redirect_uri": nil], client: TestEmulator.app)
            #expect(try refused.json.text("error_description") == "The code has already been used.")
            #expect(try await credential() != first)
        }
    }

    @Test func `refuses in strict mode what nobody knows of Apple`() async throws {
        try await TestEmulator { $0.makeStrict() }.run { caller in
            let noIssuedAt = try caller.emulator.secret(["iat": nil])
            #expect(try await caller.token(["code": "x"], secret: noIssuedAt).text == #"{"error":"invalid_client"}"#)
            #expect(try await caller.lastCause() == "secret_issued_at")
            let early = try caller.emulator.secret(["iat": .number(JSONNumber(caller.emulator.clock.now + 1))])
            #expect(try await caller.token(["code": "x"], secret: early).text == #"{"error":"invalid_client"}"#)
            #expect(try await caller.lastCause() == "secret_from_future")
            #expect(try await caller.token(["code": "x", "resource": "y"]).text == #"{"error":"invalid_request"}"#)
            #expect(try await caller.lastCause() == "parameter_unknown")
            let native = try await caller.control(
                "/device/credentials", #"{"person":"maya","bundle_id":"com.example.app"}"#)
            let code = try native.json.text("authorization_code")
            #expect(try await caller.token(["code": code], client: TestEmulator.app).status == 400)
            #expect(try await caller.lastCause() == "code_redirect")
        }
    }

    @Test func `tolerates by default what nobody knows of Apple`() async throws {
        try await TestEmulator().run { caller in
            let noIssuedAt = try caller.emulator.secret(["iat": nil])
            let code = try await caller.code()
            #expect(try await caller.token(["code": code, "resource": "y"], secret: noIssuedAt).status == 200)
            let native = try await caller.control(
                "/device/credentials", #"{"person":"maya","bundle_id":"com.example.app"}"#)
            let nativeCode = try native.json.text("authorization_code")
            #expect(try await caller.token(["code": nativeCode], client: TestEmulator.app).status == 200)
        }
    }
}
