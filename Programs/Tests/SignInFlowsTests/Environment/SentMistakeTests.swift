import Crypto
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Which known mistake was met, by what developers sent.
@Suite struct SentMistakeTests {
    private static let nonce = "nonce-of-this-test-0123456789"
    private static let digest = Array(SHA256.hash(data: Data(nonce.utf8)))
    private static let hash = hexadecimal(digest)
    private static let opaque = "0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    @Test(
        arguments: [
            (nonce, SentMistake.nonceNotHashed), (hash.uppercased(), .nonceHashInCapitals),
            (Data(digest).base64EncodedString(), .nonceHashInBase64), (Base64URL.encode(digest), .nonceHashInBase64),
            (hexadecimal(SHA256.hash(data: Data(hash.utf8))), .nonceHashedTwice), (hash, nil), ("other", nil),
        ] as [(String, SentMistake?)])
    func `names the form of a nonce where its hash is expected`(_ found: String, _ mistake: SentMistake?) {
        #expect(SentMistake(nonce: found, expected: .sha256(of: Self.nonce)) == mistake)
    }

    @Test func `names a hash where the nonce itself is expected`() {
        #expect(SentMistake(nonce: Self.hash, expected: .raw(Self.nonce)) == .nonceHashed)
        #expect(SentMistake(nonce: "other", expected: .raw(Self.nonce)) == nil)
        #expect(SentMistake(nonce: Self.hash, expected: .notUsed(because: "test")) == nil)
    }

    private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"

    @Test(
        arguments: [
            ("c" + opaque, SentMistake.tokenIsCode), ("a" + opaque, .tokenIsAccessToken),
            ("r" + opaque, .tokenIsRefreshToken),
            ("001234.0123456789abcdef0123456789abcdef.0001", .tokenIsSubject),
            (Data(token.utf8).base64EncodedString(), .tokenInBase64),
            (Base64URL.encode(Array(token.utf8)), .tokenInBase64),
            (#"{"identityToken":"\#(token)"}"#, .tokenInJSON), ("Bearer " + token, .tokenAfterBearer),
            (#"Optional("\#(token)")"#, .tokenInOptional), ("\"" + token + "\"", .tokenDamaged),
            (token + "\n", .tokenDamaged), (token + "%3D", .tokenDamaged), ("nonsense", nil), ("", nil), ("a.b.c", nil),
            ("001234.0123456789abcdef0123456789abcdeg.0001", nil), (token, nil),
        ] as [(String, SentMistake?)])
    func `names what was sent in place of a token`(_ text: String, _ mistake: SentMistake?) {
        #expect(SentMistake(token: text) == mistake)
    }

    @Test(
        arguments: [
            (token, SentMistake.codeIsToken), ("a" + opaque, .codeIsAccessToken), ("r" + opaque, .codeIsRefreshToken),
            ("c" + opaque + " ", .codeDamaged), ("c" + opaque.replacing(".", with: "%2E"), .codeDamaged),
            ("c" + opaque, nil), ("short", nil), ("", nil),
        ] as [(String, SentMistake?)])
    func `names what was sent in place of a code`(_ text: String, _ mistake: SentMistake?) {
        #expect(SentMistake(code: text) == mistake)
    }

    @Test func `every mistake has a sentence, and a row on the page about the log`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Documentation/operations/monitoring.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for mistake in SentMistake.allCases {
            #expect(mistake.sentence.hasSuffix("."))
            #expect(text.contains("`\(mistake.rawValue)`"), "\(mistake.rawValue)")
        }
    }
}

/// What a refusal says about this one case, for developers and the log.
@Suite struct RefusalDetailTests {
    private func refusal(
        _ change: @escaping @Sendable (inout [String: JSONValue]) -> Void
    ) async throws -> ErrorCode {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann, changing: change)
        let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
        return try #require(error?.errorCode)
    }

    @Test func `names the app of the token and the client of the sign-in`() async throws {
        for audience in ["com.example.web", "com.example.unknown"] {
            let code = try await refusal { $0["aud"] = .string(audience) }
            #expect(code.name == "audience_mismatch")
            #expect(code.detail?.seen == audience && code.detail?.configured == ["com.example.app"])
            #expect(code.message.contains("Seen: \(audience). Configured: com.example.app."))
            #expect(code.message.contains("Add the app's bundle ID"))
        }
    }

    @Test func `names both issuers`() async throws {
        let code = try await refusal { $0["iss"] = "https://appleid.apple.com" }
        #expect(code.detail?.seen == "https://appleid.apple.com")
        #expect(code.detail?.configured.count == 1 && code.detail?.configured != ["https://appleid.apple.com"])
    }

    @Test func `names the mistake of a nonce, and not the nonce`() async throws {
        let world = try World()
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let apple = try world.apple.authorize(.ann, client: "com.example.app", nonce: begun.nonce)
        let answer = AppleAnswer(
            attempt: begun.attempt, identityToken: apple.identityToken, code: apple.code, name: nil)
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        let code = try #require(error?.errorCode)
        #expect(code == .token(.nonceMismatch) && code.detail?.mistake == .nonceNotHashed)
        #expect(code.message.contains("64 lower-case hexadecimal digits") && !code.message.contains(begun.nonce))
        #expect(code.message.contains("Begin") == false)
    }

    @Test func `names a code in place of the token, and a token in place of the code`() async throws {
        let world = try World()
        func mistake(token: String? = nil, code: String) async throws -> SentMistake? {
            let good = try await world.nativeSubmission(.ann)
            let answer = AppleAnswer(
                attempt: good.attempt, identityToken: token ?? good.identityToken, code: code, name: nil)
            let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
            return error?.errorCode.detail?.mistake
        }
        let code = "c0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"
        #expect(try await mistake(token: code, code: code) == .tokenIsCode)
        #expect(try await mistake(token: "nonsense", code: code) == nil)
        #expect(try await mistake(code: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln") == .codeIsToken)
        #expect(try await mistake(code: code + "\n") == .codeDamaged)
        #expect(try await mistake(code: code) == nil)
    }

    @Test func `names the clients that there are`() async throws {
        let world = try World()
        let error = try await failure { try await NativeSignIn(world.environment).begin(client: "aap") }
        let code = try #require(error?.errorCode)
        #expect(code.detail?.seen == "aap" && code.detail?.configured.contains("app") == true)
        #expect(code.detail?.configured.contains("web") == false)
        let wrong = try await failure { try await NativeSignIn(world.environment).begin(client: "web") }
        #expect(wrong?.errorCode == .clientWrongKind && wrong?.errorCode.detail?.seen == "web")
    }

    @Test func `shows of an address only what is before its query, and of a secret only its length`() {
        func seen(_ text: String) -> String? { RefusalDetail(seen: text, configured: []).seen }
        #expect(seen("https://app.example/welcome?code=1#token") == "https://app.example/welcome")
        #expect(seen("/welcome?x=1") == "/welcome")
        #expect(seen("https://ada@app.example/") == "an address of 24 bytes")
        #expect(seen("/of/ada%40example.com") == "an address of 21 bytes")
        #expect(seen("https://app.example/\"") == "an address of 21 bytes")
        #expect(seen("r0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A") == "a text of 63 bytes")
        #expect(seen("ada@example.com") == "a text of 15 bytes")
        #expect(seen("com.example.app") == "com.example.app")
        #expect(seen("/" + String(repeating: "a", count: 200)) == "an address of 201 bytes")
    }

    @Test func `names ten configured values, and counts the others`() {
        let detail = RefusalDetail(seen: nil, configured: (1...12).map { "client\($0)" })
        #expect(detail.names.hasSuffix(", and 2 more"))
        #expect(ErrorCode.clientUnknown.naming(detail) == .clientUnknown)
    }
}
