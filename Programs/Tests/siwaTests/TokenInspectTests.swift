import ChildPrograms
import JSONWebTokens
import Testing

@Suite struct TokenInspectTests {
    @Test func `shows a token and says that nothing was verified`() async throws {
        let token = try SampleTokens().identityToken()
        let ended = try await Program.siwa.run(["token", "inspect", "--now", "1750000000"], input: token)
        #expect(ended.status == 0)
        #expect(ended.errors == "UNVERIFIED: anyone could have written this.\n")
        let shown = try ended.object()
        #expect(shown.names == ["verified", "header", "claims", "signature_bytes", "times"])
        #expect(shown.bool("verified") == false)
        #expect(shown["header"]?.object?.text("kid") == "SAMPLEKEY1")
        #expect(shown["times"]?.object?.text("iat") == "2025-06-15T15:06:40Z")
        #expect(shown.double("signature_bytes") == 256)
    }

    @Test func `shows a token whose signature is worth nothing, and a payload that is no JSON`() async throws {
        let key = SigningKey.makeES256(keyID: "k")
        let ended = try await Program.siwa.run(["token", "inspect"], input: key.sign(payload: [0xFF, 0x1B]))
        #expect(ended.status == 0)
        #expect(try ended.object()["claims"] == .null)
        #expect(ended.errors.contains("UNVERIFIED"))
        let loose = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64URL.encode(Array("{}".utf8)) + ".AA"
        #expect(try await Program.siwa.run(["token", "inspect"], input: loose).status == 0)
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c", "....", "eyJhbGciOiJub25lIn0.e30."])
    func `leaves with 1 for what is no token`(text: String) async throws {
        let ended = try await Program.siwa.run(["token", "inspect"], input: text)
        #expect(ended.status == 1)
        #expect(ended.output.hasSuffix("\n") && !ended.output.contains(" "))
    }
}
