import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct WaiverTests {
    @Test func `lets a request pass a waived check, and no other`() async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let late = try caller.emulator.secret(["exp": ForgedSecret.number(1)])
            #expect(try await caller.token(["code": code], secret: late).status == 400)
            let waived = try await caller.control("/waivers", #"{"checks":["secret_expired"]}"#)
            #expect(try waived.json["waived"]?.array?.compactMap(\.string) == ["secret_expired"])
            #expect(try await caller.token(["code": code], secret: late).status == 200)
            #expect(try await caller.token(["code": code], secret: late).status == 400)
            #expect(try await caller.lastCause() == "code_used")
            _ = try await caller.control("/waivers", #"{"checks":[]}"#)
            #expect(try await caller.token(["code": try await caller.code()], secret: late).status == 400)
        }
    }

    @Test(arguments: ["no_such_check", "code_unknown"])
    func `refuses to waive what does not exist or what everything stands on`(_ name: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control("/waivers", #"{"checks":["\#(name)"]}"#)
            #expect(try reply.status == 400 && reply.json.text("error") == "check_unknown")
        }
    }

    @Test func `names each check once`() {
        let names = CheckCatalogue.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `tells in the log why a revocation had no effect`() async throws {
        try await TestEmulator().run { caller in
            let refresh = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            _ = try await caller.revoke("rubbish")
            #expect(try await caller.lastCause() == "revoke_token_unknown")
            _ = try await caller.revoke(refresh, client: TestEmulator.otherWeb)
            #expect(try await caller.lastCause() == "revoke_token_client")
            _ = try await caller.control("/waivers", #"{"checks":["revoke_token_client"]}"#)
            _ = try await caller.revoke(refresh, client: TestEmulator.otherWeb)
            #expect(try await caller.refresh(refresh).status == 400)
        }
    }
}
