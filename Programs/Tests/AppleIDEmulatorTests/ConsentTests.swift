import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct ConsentTests {
    @Test func `tells name and address the first time only`() async throws {
        try await TestEmulator().run { caller in
            let edited = #","name":{"first":"Zoë <b>","last":"O'N \"Q\""}"#
            let first = try await caller.approve("maya", [:], more: edited)
            #expect(
                first["fields"]?.object?.text("user")
                    == #"{"name":{"firstName":"Zoë <b>","lastName":"O'N \"Q\""},"email":"maya@example.com"}"#)
            let second = try await caller.approve("maya", [:], more: edited)
            let fields = try #require(second["fields"]?.object)
            #expect(fields.contains("user") == false)
            #expect(try payload(of: fields.text("id_token")).text("email") == "maya@example.com")
        }
    }

    @Test(arguments: [
        ("name", "{\"name\":{\"firstName\":\"Maya\",\"lastName\":\"Lindqvist\"}}"),
        ("email", "{\"email\":\"maya@example.com\"}"),
    ])
    func `tells only what was asked for`(_ scope: String, _ user: String) async throws {
        try await TestEmulator().run { caller in
            let fields = try #require(try await caller.approve("maya", ["scope": scope])["fields"]?.object)
            #expect(fields.text("user") == user)
            #expect(try payload(of: fields.text("id_token")).contains("email") == (scope == "email"))
        }
    }

    @Test func `freezes the scopes of the first request`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.approve("maya", ["scope": "name"])
            let later = try #require(try await caller.approve("maya", ["scope": "name email"])["fields"]?.object)
            #expect(later.contains("user") == false)
            #expect(try payload(of: later.text("id_token")).contains("email") == false)
        }
    }

    @Test func `keeps the choice to hide the address, in every token`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.approve("maya", [:], more: #","share_email":false"#)
            let fields = try #require(
                try await caller.approve("maya", [:], more: #","share_email":true"#)["fields"]?.object)
            let front = try payload(of: fields.text("id_token"))
            #expect(front.text("email") == "s8ed9r7sae@privaterelay.appleid.com")
            #expect(front.bool("is_private_email") == true && front.bool("email_verified") == true)
            let reply = try await caller.token(["code": fields.text("code")])
            #expect(try payload(of: try reply.json.text("id_token")).text("email") == front.text("email"))
        }
    }

    @Test func `names a person alike to all apps of a team, and differently to another team`() async throws {
        try await TestEmulator().run { caller in
            let web = try await caller.approve("maya", [:], more: #","share_email":false"#)
            let one = try payload(of: web["fields"]?.object?.text("id_token"))
            let other = try await caller.approve(
                "maya", ["client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL],
                more: #","share_email":false"#)
            let two = try payload(of: other["fields"]?.object?.text("id_token"))
            let native = try await caller.device("maya", TestEmulator.lonelyApp)
            #expect(one.text("sub") != two.text("sub"))
            #expect(one.text("email") != two.text("email"))
            #expect(native.text("user") == one.text("sub"))
            #expect(one.text("sub")?.wholeMatch(of: /[0-9]{6}\.[0-9a-f]{32}\.[0-9]{4}/) != nil)
        }
    }

    @Test func `shares one consent within a group of apps, and asks again outside it`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.approve()
            let grouped = try await caller.device("maya", TestEmulator.groupedApp)
            #expect(grouped.contains("name") == false && grouped.contains("email") == false)
            let lonely = try await caller.device("maya", TestEmulator.lonelyApp)
            #expect(lonely["name"]?.object?.text("first") == "Maya" && lonely.text("email") == "maya@example.com")
        }
    }

    @Test func `hands a device what the native sheet hands an app`() async throws {
        try await TestEmulator().run { caller in
            let first = try await caller.device("tomas", TestEmulator.app)
            #expect(
                first.names == [
                    "user", "identity_token", "authorization_code", "authorized_scopes", "real_user_status",
                    "user_age_range", "name", "email",
                ])
            let claims = try payload(of: first.text("identity_token"))
            #expect(claims.text("aud") == TestEmulator.app && claims.text("nonce") == "hashed")
            #expect(claims.double("real_user_status") == 2 && first.double("real_user_status") == 2)
            let code = try #require(first.text("authorization_code"))
            #expect(claims.text("c_hash") == TokenEndpointTests.leftHalf(code))
            let again = try await caller.device("tomas", TestEmulator.app)
            #expect(again.contains("name") == false && again.contains("email") == false)
            #expect(try payload(of: again.text("identity_token")).contains("real_user_status") == false)

            let reply = try await caller.token(["code": code, "redirect_uri": nil], client: TestEmulator.app)
            #expect(reply.status == 200)
            let back = try payload(of: try reply.json.text("id_token"))
            #expect(back.text("sub") == first.text("user") && back.contains("real_user_status") == false)
        }
    }
}

extension Caller {
    func device(_ person: String, _ app: String) async throws -> JSONObject {
        try await control(
            "/device/credentials",
            "{\"device\":\"phone\",\"person\":\"\(person)\",\"bundle_id\":\"\(app)\",\"nonce\":\"hashed\",\"scopes\":[\"name\",\"email\"]}"
        ).json
    }
}
