import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// PKCE: the verifier and challenge of RFC 7636 appendix B, and what can go wrong.
@Suite struct VerifierTests {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let begun: [String: String?] = ["code_challenge": challenge, "code_challenge_method": "S256"]

    @Test func `takes the verifier that answers the challenge`() async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code("maya", Self.begun)
            #expect(try await caller.token(["code": code, "code_verifier": Self.verifier]).status == 200)
        }
    }

    @Test(
        arguments: [
            (true, nil, "verifier_missing"), (true, "", "verifier_mismatch"),
            (true, "a" + verifier.dropFirst(), "verifier_mismatch"), (true, challenge, "verifier_mismatch"),
            (true, String(verifier.dropLast()), "verifier_mismatch"), (false, verifier, "verifier_unexpected"),
        ] as [(Bool, String?, String)])
    func `refuses every other pair, and leaves the code alive`(
        _ isBegun: Bool, _ verifier: String?, _ cause: String
    ) async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code("maya", isBegun ? Self.begun : [:])
            let reply = try await caller.token(["code": code, "code_verifier": verifier])
            #expect(reply.status == 400)
            #expect(reply.text == #"{"error":"invalid_grant"}"#)
            #expect(try await caller.lastCause() == cause)
            let good = try await caller.token(["code": code, "code_verifier": isBegun ? Self.verifier : nil])
            #expect(good.status == 200)
        }
    }
}
