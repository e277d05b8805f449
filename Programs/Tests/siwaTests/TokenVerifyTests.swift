import ChildPrograms
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@Suite struct TokenVerifyTests {
    private let samples: SampleTokens
    private let folder: TemporaryFolderBox
    private let keys: String

    init() throws {
        samples = try SampleTokens()
        folder = try TemporaryFolderBox()
        keys = try folder.folder.write(samples.keySet, to: "keys.json", mode: 0o644)
    }

    private func verify(
        _ input: String, _ more: [String] = ["--nonce", "n-0S6_WzA2Mj"], clientID: String = "com.example.app",
        at now: Int? = nil
    ) async throws -> Program.Ended {
        let common = ["token", "verify", "--client-id", clientID, "--jwks", keys, "--now", "\(now ?? samples.now + 5)"]
        return try await Program.siwa.run(common + more, input: input)
    }

    /// The path of a file with this content.
    private func secret(_ text: String) throws -> String {
        try folder.folder.write(text, to: UUID().uuidString)
    }

    @Test func `prints the claims of a good token and leaves with 0`() async throws {
        let ended = try await verify(samples.identityToken() + "\n")
        #expect(ended.status == 0, "\(ended.errors)")
        let claims = try ended.object()
        #expect(claims.text("sub") == SampleTokens.subject)
        #expect(claims.names.first == "iss")
        #expect(ended.errors.isEmpty)
    }

    @Test func `says beside the code which known mistake it met`() async throws {
        let token = try samples.identityToken()
        let code = "c0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"
        let hash = "--nonce-sha256-of"
        let cases: [(Program.Ended, String, String)] = [
            (try await verify(token, [hash, "n-0S6_WzA2Mj"]), "nonce_mismatch", "The token has the nonce itself."),
            (
                try await verify(token, clientID: "com.example.other"), "audience_mismatch",
                "The token is for com.example.app."
            ),
            (try await verify(code), "token_malformed", "This is an authorization code."),
            (try await verify("Bearer " + token), "token_malformed", "The token has Bearer before it."),
            (try await verify(Data(token.utf8).base64EncodedString()), "token_malformed", "This is a token in base64."),
        ]
        for (ended, code, remark) in cases {
            #expect(ended.output == code + "\n" && ended.status == 1)
            #expect(ended.errors.hasPrefix(remark), "\(ended.errors)")
        }
        let inspected = try await Program.siwa.run(["token", "inspect"], input: code)
        #expect(inspected.errors.hasPrefix("This is an authorization code.") && inspected.status == 1)
    }

    @Test func `prints the stable code of a refusal and leaves with 1`() async throws {
        let token = try samples.identityToken()
        let cases: [(Program.Ended, String)] = [
            (try await verify(token, ["--nonce", "other"]), "nonce_mismatch"),
            (try await verify(token, clientID: "com.example.other"), "audience_mismatch"),
            (try await verify(token, at: samples.now + 86_400), "expired"),
            (try await verify(token, at: samples.now - 61), "issued_in_future"),
            (try await verify(token, ["--no-nonce", "--issuer", "https://example.com"]), "issuer_mismatch"),
            (try await verify(token, ["--no-nonce", "--code-file", secret("c0de")]), "code_hash_missing"),
            (try await verify(samples.notification(), ["--no-nonce"]), "not_an_identity_token"),
            (try await verify(token + "A"), "signature_invalid"), (try await verify(" " + token), "token_malformed"),
            (try await verify(""), "token_malformed"), (try await verify("a.b"), "token_malformed"),
            (try await verify(String(repeating: "A", count: 70_000)), "token_too_large"),
            (try await verify(String(repeating: "A", count: 3_000_000)), "token_too_large"),
        ]
        for (ended, code) in cases {
            #expect(ended.output == code + "\n")
            #expect(ended.status == 1)
        }
    }

    @Test func `hashes the nonce as native apps do, and checks what came beside the token`() async throws {
        // The nonce is SHA-256 of "abc" (FIPS 180-4); c_hash and at_hash are the left half of the same digest in
        // base64url.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let token = try samples.identityToken([
            "nonce": .string(digest), "c_hash": "ungWv48Bz-pBQUDeXa4iIw", "at_hash": "ungWv48Bz-pBQUDeXa4iIw",
        ])
        let native = ["--nonce-sha256-of", "abc"]
        #expect(try await verify(token, native).status == 0)
        let (right, wrong) = (try secret("abc\n"), try secret("abd"))
        #expect(try await verify(token, native + ["--code-file", right, "--access-token-file", right]).status == 0)
        #expect(try await verify(token, native + ["--code-file", wrong]).output == "code_hash_mismatch\n")
        #expect(
            try await verify(token, native + ["--access-token-file", wrong]).output == "access_token_hash_mismatch\n")
        #expect(try await verify(token, ["--nonce-sha256-of", "abd"]).output == "nonce_mismatch\n")
    }

    @Test func `verifies notifications`() async throws {
        let ended = try await verify(samples.notification(), ["--kind", "notification"])
        #expect(ended.status == 0, "\(ended.output)")
        #expect(try ended.object().text("jti") == "jti-1")
        let other = try await verify(samples.identityToken(), ["--kind", "notification"])
        #expect(other.status == 1)
    }

    @Test func `shows characters that would deceive the reader`() async throws {
        let name = "a\u{1B}[31m\u{202E}txt\u{200B}\u{A0}\u{7F}\u{E000}\u{2028}é\u{1F34E}\u{FE0F}\u{E0041}"
        let ended = try await verify(samples.identityToken(["note\u{202D}": .string(name)]))
        #expect(ended.status == 0)
        let visible = #"a\u001b[31m\u202etxt\u200b\u00a0\u007f\ue000\u2028é🍎\ufe0f\udb40\udc41"#
        #expect(ended.output.contains(#""note\u202d": "\#(visible)""#))
        #expect(try ended.object().text("note\u{202D}", is: name))
    }

    @Test(arguments: [
        ["--no-nonce", "--nonce", "x"], [], ["--nonce", "a", "--nonce-sha256-of", "b"],
        ["--no-nonce", "--kind", "other"],
        ["--no-nonce", "--now", "soon"], ["--no-nonce", "--now", "nan"],
        ["--no-nonce", "--jwks", "/nowhere/keys.json"],
        ["--no-nonce", "--unknown"], ["--no-nonce", "more"], ["--kind", "notification", "--nonce", "a"],
        ["--kind", "notification", "--code-file", "/dev/null"], ["--no-nonce", "--batch", "--code-file", "/dev/null"],
        ["--no-nonce", "--code-file", "/nowhere/code"], ["--no-nonce", "--access-token-file", "/dev/null"],
        ["--no-nonce", "--code", "c0de"], ["--no-nonce", "--access-token", "t0ken"],
        ["--no-nonce", "--issuer", ""],
        ["--no-nonce", "--client-id", ""], ["--no-nonce", "--client-id", "a b"],
    ])
    func `leaves with 2 for wrong usage, and says what is wrong`(arguments: [String]) async throws {
        let ended = try await verify(samples.identityToken(), arguments)
        #expect(ended.status == 2, "\(arguments)")
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains("Error: "))
    }

    @Test func `needs a client id`() async throws {
        let ended = try await Program.siwa.run(["token", "verify", "--no-nonce", "--jwks", keys])
        #expect(ended.status == 2)
        #expect(ended.errors.contains("--client-id"))
    }

    @Test(arguments: ["", "{}", #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, "<html>"])
    func `leaves with 3 where the key set decides nothing`(text: String) async throws {
        let path = try folder.folder.write(text, to: "bad.json")
        let token = try samples.identityToken()
        let ended = try await verify(token, ["--no-nonce", "--jwks", path])
        #expect(ended.status == 3)
        #expect(ended.output == "keys_unusable\n")
        let batch = try await verify(SampleTokens.line(7, token), ["--no-nonce", "--batch", "--jwks", path])
        #expect(batch.status == 3)
        #expect(batch.output == #"{"id":7,"accept":false,"error":"keys_unusable"}"# + "\n")
    }

    @Test func `answers every line of a batch in order`() async throws {
        let good = try samples.identityToken()
        let withCode = try samples.identityToken(["c_hash": "ungWv48Bz-pBQUDeXa4iIw"])
        let input = [
            SampleTokens.line("a", good), SampleTokens.line(2, good + "x"), "", SampleTokens.line(["x"], ""),
            SampleTokens.line("code", withCode, given: ["code": "abc"]),
            SampleTokens.line("code2", withCode, given: ["code": "abd"]), SampleTokens.line("alone", withCode),
            SampleTokens.line("none", good, given: [:]),
        ]
        let ended = try await verify(input.joined(separator: "\n") + "\r\n", ["--nonce", "n-0S6_WzA2Mj", "--batch"])
        #expect(ended.status == 0, "\(ended.errors)")
        let answers = try ended.objects()
        #expect(answers.map { $0["id"] } == ["a", 2, ["x"], "code", "code2", "alone", "none"])
        #expect(answers.map { $0.bool("accept") } == [true, false, false, true, false, true, true])
        let codes = answers.map { $0.text("error") }
        #expect(codes == [nil, "token_malformed", "token_malformed", nil, "code_hash_mismatch", nil, nil])
        #expect(answers[0]["claims"]?.object?.text("sub") == SampleTokens.subject)
        #expect(answers[1]["claims"] == nil)
    }

    @Test func `goes on after bad lines, and leaves with 3`() async throws {
        let good = try samples.identityToken()
        let bad = [
            "nonsense", "[]", #"{"id":1}"#, #"{"id":2,"token":3}"#, #"{"id":3,"token":"a","token":"b"}"#,
            "{\"id\":4,\"token\":\"\u{0}\"}",
            SampleTokens.line(5, good, given: ["code": 1]), SampleTokens.line(6, good, given: ["cod": "abc"]),
            #"{"id":7,"token":"a","given":[]}"#,
        ]
        let input = (bad + [SampleTokens.line("last", good)]).joined(separator: "\n")
        let ended = try await verify(input, ["--no-nonce", "--batch"])
        #expect(ended.status == 3)
        let answers = try ended.objects()
        #expect(answers.count == bad.count + 1)
        #expect(answers.dropLast().allSatisfy { $0.text("error") == "line_malformed" && $0.bool("accept") == false })
        #expect(answers.map { $0["id"] } == [.null, .null, 1, 2, .null, .null, 5, 6, 7, "last"])
        #expect(answers.last?.bool("accept") == true)
    }

    @Test func `takes a large batch with tokens that are too large in it`() async throws {
        let good = SampleTokens.line("good", try samples.identityToken())
        let large = SampleTokens.line("large", String(repeating: "A", count: 200_000))
        let lines = (0..<400).map { $0 % 40 == 7 ? large : good }
        let ended = try await verify(lines.joined(separator: "\n"), ["--no-nonce", "--batch"])
        #expect(ended.status == 0)
        let answers = try ended.objects()
        #expect(answers.count == 400)
        #expect(answers.filter { $0.text("error") == "token_too_large" }.count == 10)
        #expect(answers.filter { $0.bool("accept") == true }.count == 390)
    }

    @Test func `names the place of a fault in the file of a key set`() async throws {
        let path = try folder.folder.write(#"{"keys": [],}"#, to: "faulty.json")
        let ended = try await Program.siwa.run(
            ["token", "verify", "--client-id", "com.example.app", "--no-nonce", "--jwks", path], input: "x")
        #expect(ended.status == 3)
        #expect(ended.errors.contains("line 1, column 12: a comma without a value after it"), "\(ended.errors)")
    }

    @Test func `refuses a client ID that Apple cannot have given out`() async throws {
        let ended = try await verify("x", clientID: "https://example.com")
        #expect(ended.status == 2 && ended.errors.contains("--client-id: client_id_invalid: This is a URL."))
    }
}

/// Lets a suite hold a folder, which cannot be copied.
final class TemporaryFolderBox: Sendable {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }
}
