import Crypto
import Foundation
import SignInWithApple
import SignInWithAppleTesting
import Testing

@testable import VerifyEventExample

/// The example of a function that runs once.
@Suite struct VerifyEventTests {
    private static let made = Result { try TestApple(clients: ["com.example.app"]) }
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func event(nonce: String) throws -> Data {
        let hash = SHA256.hash(data: Data("n-1".utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let token = try Self.made.get().identityToken(subject: "001234.abc.0001", nonce: hash.joined(), at: now)
        return Data(#"{"identity_token":"\#(token)","nonce":"\#(nonce)"}"#.utf8)
    }

    private func apple(_ answer: RecordingTransport.Answer, _ store: FileKeySetStore) throws -> AppleTokenVerifier {
        try AppleTokenVerifier(
            clientIDs: ["com.example.app"], transport: RecordingTransport([answer]), store: store, now: { [now] in now }
        )
    }

    @Test func `a cold start needs no fetch where an earlier one left the keys`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("verify-event-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileKeySetStore(path: folder.appendingPathComponent("keys.json").path)
        let first = try apple(.json(Self.made.get().keySet), store)
        let person = #"{"person":"001234.abc.0001","status":200}"#
        #expect(await EventHandler(apple: first).answer(to: try event(nonce: "n-1")) == person)
        await first.keys.saved()
        let cold = try apple(.failure(.connectFailed), store)
        #expect(await EventHandler(apple: cold).answer(to: try event(nonce: "n-1")) == person)
        let refused = #"{"error":"nonce_mismatch","status":401}"#
        #expect(await EventHandler(apple: cold).answer(to: try event(nonce: "n-2")) == refused)
    }

    @Test func `what is no event, and an Apple that is away, are answered`() async throws {
        let store = FileKeySetStore(path: "/nonexistent/keys.json")
        let away = EventHandler(apple: try apple(.failure(.connectFailed), store))
        #expect(await away.answer(to: Data("nonsense".utf8)) == #"{"error":"event_malformed","status":400}"#)
        let answer = await away.answer(to: try event(nonce: "n-1"))
        #expect(answer.contains(#""status":503"#) && answer.contains(#""retry_after""#))
    }
}
