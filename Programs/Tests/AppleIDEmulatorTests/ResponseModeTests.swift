import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct ResponseModeTests {
    @Test func `carries code, token, state and user in a form post`() async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve()
            #expect(answer.text("method") == "POST")
            #expect(answer.text("action") == TestEmulator.returnURL)
            #expect(answer["location"] == .null)
            let fields = try #require(answer["fields"]?.object)
            #expect(fields.names == ["state", "code", "id_token", "user"])
            #expect(fields.text("state") == "st-1")
            #expect(
                fields.text("user")
                    == #"{"name":{"firstName":"Maya","lastName":"Lindqvist"},"email":"maya@example.com"}"#)
            let claims = try payload(of: fields.text("id_token"))
            #expect(
                claims.names == [
                    "iss", "aud", "exp", "iat", "sub", "nonce", "c_hash", "email", "email_verified", "auth_time",
                    "nonce_supported",
                ])
            #expect(claims.text("c_hash") == TokenEndpointTests.leftHalf(try #require(fields.text("code"))))
            #expect(claims.text("nonce") == "no-1")
        }
    }

    @Test(
        arguments: [
            (["response_type": "code", "response_mode": nil, "scope": nil], "query", "?"),
            (["response_type": "code", "response_mode": "query", "scope": nil], "query", "?"),
            (["response_mode": nil, "scope": nil], "fragment", "#"),
            (["response_mode": "fragment", "scope": nil], "fragment", "#"),
            (["response_type": "code", "response_mode": "fragment", "scope": nil], "fragment", "#"),
        ] as [([String: String?], String, String)])
    func `redirects with a query or a fragment where no scope is asked for`(
        _ changes: [String: String?], _ mode: String, _ mark: String
    ) async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve("maya", changes)
            #expect(answer.text("response_mode") == mode)
            let fields = try #require(answer["fields"]?.object)
            let wantsToken = changes["response_type"] == nil
            #expect(fields.names == (wantsToken ? ["state", "code", "id_token"] : ["state", "code"]))
            #expect(answer.text("location")?.hasPrefix(TestEmulator.returnURL + mark + "state=st-1&code=c") == true)
            if wantsToken { #expect(try payload(of: fields.text("id_token")).contains("email") == false) }
        }
    }

    @Test func `adds to the query a registered return URL already has`() async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve(
                "maya",
                [
                    "client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL,
                    "response_type": "code", "response_mode": nil, "scope": nil,
                ])
            #expect(answer.text("location")?.hasPrefix(TestEmulator.otherReturnURL + "&state=st-1&code=c") == true)
        }
    }

    @Test func `leaves out a state that was not sent`() async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve("maya", ["state": nil])
            #expect(answer["fields"]?.object?.contains("state") == false)
        }
    }

    @Test(
        arguments: [
            ([:], "form_post"), (["response_mode": "fragment", "scope": nil], "fragment"),
            (["response_type": "code", "response_mode": "query", "scope": nil], "query"),
        ] as [([String: String?], String)])
    func `returns a cancellation in the mode of the request, without a code`(
        _ changes: [String: String?], _ mode: String
    ) async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve("maya", changes, more: #","cancel":true"#)
            #expect(answer.text("response_mode") == mode)
            let fields = try #require(answer["fields"]?.object)
            #expect(fields.names == ["state", "error"])
            #expect(fields.text("error") == "user_cancelled_authorize")
            // a cancellation does not record a consent, so the next approval is a first one
            let next = try await caller.approve()
            #expect(next["fields"]?.object?.contains("user") == true)
        }
    }

    @Test func `says nothing in discovery that Apple does not say`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, "/.well-known/openid-configuration")
            #expect(
                reply.text == """
                    {"issuer":"http://idp.localhost:9080",\
                    "authorization_endpoint":"http://idp.localhost:9080/auth/authorize",\
                    "token_endpoint":"http://idp.localhost:9080/auth/token",\
                    "revocation_endpoint":"http://idp.localhost:9080/auth/revoke",\
                    "jwks_uri":"http://idp.localhost:9080/auth/keys","response_types_supported":["code"],\
                    "response_modes_supported":["query","fragment","form_post"],\
                    "subject_types_supported":["pairwise"],"id_token_signing_alg_values_supported":["RS256"],\
                    "scopes_supported":["openid","email","name"],\
                    "token_endpoint_auth_methods_supported":["client_secret_post"],"claims_supported":["aud",\
                    "email","email_verified","exp","iat","is_private_email","iss","nonce","nonce_supported",\
                    "real_user_status","sub","transfer_sub"]}
                    """)
        }
    }
}
