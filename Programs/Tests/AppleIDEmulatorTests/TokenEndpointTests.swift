import Crypto
import Foundation
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct TokenEndpointTests {
    static var opaque: Regex<Substring> { /[car][0-9a-f]{32}\.0\.[a-z]{3,5}\.[A-Za-z0-9_-]{22}/ }

    static func leftHalf(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(16)))
    }

    @Test func `answers a code with Apple's members, in Apple's order, and nothing else`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let code = try await caller.code("maya", [:], more: #","share_email":false"#)
            emulator.clock.advance(by: 7)
            let reply = try await caller.token(["code": code])
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "application/json;charset=UTF-8")
            #expect(reply.header("Cache-Control") == "no-store")
            #expect(reply.header("Pragma") == "no-cache")
            #expect(reply.header("Server") == "Apple")
            #expect(reply.header("X-Emulator") == "apple-id-emulator")
            let body = try reply.json
            #expect(body.names == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"])
            #expect(body.text("token_type") == "Bearer")
            #expect(body.double("expires_in") == 3_600)
            let access = try #require(body.text("access_token"))
            #expect(access.wholeMatch(of: Self.opaque) != nil && access.hasPrefix("a"))
            #expect(body.text("refresh_token")?.wholeMatch(of: Self.opaque) != nil)
            #expect(body.text("refresh_token")?.hasPrefix("r") == true)
            #expect(code.wholeMatch(of: Self.opaque) != nil && code.hasPrefix("c"))

            let now = emulator.clock.now
            let token = try CompactJWS(try #require(body.text("id_token")))
            #expect(token.header.members.names == ["kid", "alg"])
            #expect(token.header.keyID?.utf8.count == 10)
            #expect(
                String(decoding: token.payload, as: UTF8.self) == """
                    {"iss":"http://idp.localhost:9080","aud":"com.example.web","exp":\(now + 86_400),"iat":\(now),\
                    "sub":"000920.1f1b672dccee465a6abce5dca2401b66.5125","nonce":"no-1",\
                    "at_hash":"\(Self.leftHalf(access))","email":"s8ed9r7sae@privaterelay.appleid.com",\
                    "email_verified":true,"is_private_email":true,"auth_time":\(now - 7),"nonce_supported":true}
                    """)
            let keys = try JSONWebKeySet(json: Array(try await caller.send(.get, "/auth/keys").text.utf8))
            let key = try #require(keys.key(withID: token.header.keyID ?? "", algorithm: .rs256))
            #expect(token.isSigned(by: key))
        }
    }

    @Test func `answers a refresh token without another refresh token`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let first = try await caller.token(["code": try await caller.code()]).json
            emulator.clock.advance(by: 400 * 86_400)
            let reply = try await caller.refresh(try #require(first.text("refresh_token")))
            #expect(reply.status == 200)
            let body = try reply.json
            #expect(body.names == ["access_token", "token_type", "expires_in", "id_token"])
            let claims = try payload(of: body.text("id_token"))
            #expect(claims.text("at_hash") == Self.leftHalf(try #require(body.text("access_token"))))
            #expect(claims.double("iat") == Double(emulator.clock.now))
            #expect(claims.contains("nonce") == false && claims.contains("c_hash") == false)
            // As in the only such token that Apple is known to have signed.
            #expect(claims.contains("auth_time") == false && claims.contains("nonce_supported") == false)
            #expect(claims.text("email") == "maya@example.com" && claims.contains("is_private_email") == false)
        }
    }

    @Test func `lets exactly one of 64 redeem a code`() async throws {
        try await TestEmulator().runLive { caller in
            let code = try await caller.code()
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<64 { group.addTask { try await caller.token(["code": code]) } }
                return try await group.reduce(into: [Reply]()) { $0.append($1) }
            }
            #expect(replies.count { $0.status == 200 } == 1)
            let used = #"{"error":"invalid_grant","error_description":"The code has already been used."}"#
            #expect(replies.count { $0.status == 400 && $0.text == used } == 63)
        }
    }

    @Test func `says that a code was used, and leaves the first one's tokens alone`() async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let tokens = try await caller.token(["code": code]).json
            let again = try await caller.token(["code": code])
            #expect(again.text == #"{"error":"invalid_grant","error_description":"The code has already been used."}"#)
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").status == 200)
        }
    }

    @Test(arguments: [(299, 200), (300, 400)])
    func `lets a code live five minutes`(_ age: Int, _ status: Int) async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let code = try await caller.code()
            emulator.clock.advance(by: age)
            let reply = try await caller.token(["code": code])
            #expect(reply.status == status)
            if status == 400 {
                #expect(
                    reply.text
                        == #"{"error":"invalid_grant","error_description":"The code has expired or has been revoked."}"#
                )
                #expect(try await caller.lastCause() == "code_expired")
            }
        }
    }

    @Test func `refuses a code of another client, and of another team`() async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            for client in [TestEmulator.app, TestEmulator.otherWeb] {
                let reply = try await caller.token(["code": code], client: client)
                #expect(
                    reply.text == """
                        {"error":"invalid_grant","error_description":\
                        "client_id mismatch. The code was not issued to \(client)."}
                        """)
                #expect(try await caller.lastCause() == "code_client")
            }
        }
    }

    @Test(arguments: [nil, "https://app.example/web/callback/", "http://localhost:8080/cb"] as [String?])
    func `refuses a code with another redirect_uri than the one it was issued for`(_ url: String?) async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let reply = try await caller.token(["code": code, "redirect_uri": url])
            #expect(reply.status == 400)
            #expect(try reply.json.text("error") == "invalid_grant")
            #expect(try reply.json.text("error_description")?.hasPrefix("redirect_uri mismatch.") == true)
            #expect(try await caller.lastCause() == "code_redirect")
        }
    }

    @Test(
        arguments: [
            (["code": nil], "invalid_request", "code_missing"),
            (["grant_type": nil], "invalid_request", "grant_type_missing"),
            (["grant_type": "password"], "unsupported_grant_type", "grant_type_unsupported"),
            (["grant_type": "refresh_token", "code": nil], "invalid_request", "refresh_token_missing"),
            (["grant_type": "refresh_token"], "unsupported_grant_type", "refresh_token_in_code"),
            (["client_id": nil], "invalid_request", "client_missing"),
            (["client_secret": nil], "invalid_request", "secret_missing"),
            (["code": "c0000.0.abc.xyz"], "invalid_grant", "code_unknown"),
            (["grant_type": "refresh_token", "refresh_token": "r0"], "invalid_grant", "refresh_token_unknown"),
        ] as [([String: String?], String, String)])
    func `refuses what is missing or unknown`(
        _ changes: [String: String?], _ error: String, _ cause: String
    ) async throws {
        try await TestEmulator().run { caller in
            let fields = ["code": "c1"].merging(changes) { $1 }
            let reply = try await caller.token(fields)
            #expect(reply.status == 400)
            #expect(try reply.json.text("error") == error)
            #expect(try await caller.lastCause() == cause)
        }
    }

    @Test func `checks the client before the grant`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.token(["code": "nonsense"], secret: "nonsense")
            #expect(reply.text == #"{"error":"invalid_client"}"#)
        }
    }

    @Test func `refuses another content type, a repeated parameter, a broken escape and a body too large`() async throws
    {
        try await TestEmulator().run { caller in
            let json = try await caller.send(
                .post, "/auth/token", headers: [.contentType: "application/json"], body: "{}")
            #expect(json.text == #"{"error":"invalid_request"}"#)
            #expect(try await caller.lastCause() == "content_type")
            let twice = try await caller.post("/auth/token", [("client_id", "a"), ("client_id", "a")])
            #expect(twice.text == #"{"error":"invalid_request"}"#)
            #expect(try await caller.lastCause() == "parameter_repeated")
            let broken = try await caller.send(
                .post, "/auth/token", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "client_id=%zz")
            #expect(broken.text == #"{"error":"invalid_client"}"#)
            let large = try await caller.post("/auth/token", [("client_id", String(repeating: "a", count: 70_000))])
            #expect(large.status == 400 && large.text == #"{"error":"invalid_request"}"#)
            #expect(try await caller.lastCause() == "body_too_large")
        }
    }

    @Test func `takes no client authentication but the body's`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let basic = Data("\(TestEmulator.web):\(try emulator.secret())".utf8).base64EncodedString()
            let reply = try await caller.send(
                .post, "/auth/token",
                headers: [.contentType: "application/x-www-form-urlencoded", .authorization: "Basic \(basic)"],
                body: "grant_type=authorization_code&code=\(try await caller.code())")
            #expect(reply.status == 400)
            #expect(reply.header("WWW-Authenticate") == nil)
        }
    }
}
