import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct RevokeEndpointTests {
    @Test(arguments: ["refresh_token", "access_token"])
    func `ends the consent behind a token, so that the next sign-in is a first one`(_ kind: String) async throws {
        try await TestEmulator().run { caller in
            let pending = try await caller.code()
            let tokens = try await caller.token(["code": try await caller.code()]).json
            let reply = try await caller.revoke(tokens.text(kind) ?? "")
            #expect(reply.status == 200 && reply.text.isEmpty)
            let refused = try await caller.refresh(tokens.text("refresh_token") ?? "")
            #expect(
                refused.text
                    == #"{"error":"invalid_grant","error_description":"The token has expired or has been revoked."}"#)
            #expect(try await caller.token(["code": pending]).status == 400)
            let again = try #require(try await caller.approve()["fields"]?.object)
            #expect(again.contains("user"))
            let (before, after) = (try payload(of: tokens.text("id_token")), try payload(of: again.text("id_token")))
            #expect(before.text("sub") == after.text("sub"))
        }
    }

    @Test func `says 200 to rubbish, to codes, to identity tokens and to other clients' tokens, and does nothing`()
        async throws
    {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let tokens = try await caller.token(["code": try await caller.code()]).json
            let refresh = try #require(tokens.text("refresh_token"))
            for rubbish in ["rubbish", code, tokens.text("id_token") ?? "", "r" + refresh] {
                let reply = try await caller.revoke(rubbish)
                #expect(reply.status == 200 && reply.text.isEmpty)
            }
            for client in [TestEmulator.otherWeb, TestEmulator.app] {
                #expect(try await caller.revoke(refresh, client: client).status == 200)
            }
            #expect(try await caller.refresh(refresh).status == 200)
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    @Test func `refuses a request without a token`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.revoke("")
            #expect(reply.status == 400 && reply.text == #"{"error":"invalid_request"}"#)
        }
    }
}

extension Caller {
    func revoke(_ token: String, client: String = TestEmulator.web) async throws -> Reply {
        try await post(
            "/auth/revoke",
            [("client_id", client), ("client_secret", try emulator.secret(for: client)), ("token", token)])
    }
}
