import Foundation
import JSONWebTokens
import Testing

@testable import SignInWithApple

@Suite struct AppleKeySetTests {
    private let clock = TestClock(1_000_000)
    private static let first = try? SigningKey.makeRS256(keyID: "first")
    private static let second = try? SigningKey.makeRS256(keyID: "second")

    private func published(_ keys: SigningKey?..., headers: [(String, String)] = []) throws -> ScriptedTransport.Answer
    {
        let keys = JSONWebKeySet(keys: try keys.map { try #require($0).publicJSONWebKey })
        return .json(String(decoding: keys.json(), as: UTF8.self), headers: headers)
    }

    private func keySet(_ transport: ScriptedTransport) -> AppleKeySet {
        let clock = clock
        return AppleKeySet(
            url: "https://appleid.apple.com/auth/keys", transport: transport, now: { clock.now }, jitter: { 0 })
    }

    private func ids(_ keys: JSONWebKeySet) -> [String?] {
        keys.keys.map(\.keyID)
    }

    @Test func `fetches once for two thousand readers of a cold set`() async throws {
        let transport = ScriptedTransport([try published(Self.first)], isHeld: true)
        let keys = keySet(transport)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2_000 { group.addTask { try await keys.keys(forKeyID: "first").keys.count } }
            await transport.firstRequest()
            await transport.release()
            for try await count in group { #expect(count == 1) }
        }
        #expect(await transport.requests.count == 1)
        let request = try #require(await transport.requests.first)
        #expect(request.method == .get && request.maximumResponseBytes == 65_536 && request.deadline == 5)
    }

    @Test func `ten thousand unknown keys in a minute cause two fetches`() async throws {
        let transport = ScriptedTransport([try published(Self.first)])
        let keys = keySet(transport)
        for number in 0..<10_000 {
            #expect(ids(try await keys.keys(forKeyID: "random-\(number)")) == ["first"])
            clock.advance(by: 59.0 / 10_000)
        }
        #expect(await transport.requests.count == 2)
    }

    @Test func `finds a key that Apple published after the last fetch`() async throws {
        let transport = ScriptedTransport([try published(Self.first), try published(Self.second, Self.first)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["first"])
        clock.advance(by: 30)
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["second", "first"])
    }

    @Test func `drops a withdrawn key with the next good set`() async throws {
        let transport = ScriptedTransport([
            try published(Self.first, Self.second, headers: [("Cache-Control", "max-age=600")]),
            try published(Self.second),
        ])
        let keys = keySet(transport)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first", "second"])
        clock.advance(by: 599)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first", "second"])
        clock.advance(by: 1)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["second"])
    }

    @Test func `lives on the last good set for a day, then says that Apple is away, then recovers by itself`()
        async throws
    {
        let transport = ScriptedTransport([try published(Self.first), .failure(.connectFailed)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        clock.advance(by: 3_600)
        for _ in 0..<24 {
            #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"])
            clock.advance(by: 3_599)
        }
        clock.advance(by: 24)
        await #expect(throws: AppleCallFailure.unavailable(reason: .notReachable, retryAfter: nil)) {
            try await keys.keys(forKeyID: "first")
        }
        await transport.script([try published(Self.second)])
        await #expect(throws: AppleCallFailure.self) { try await keys.keys(forKeyID: "second") }
        clock.advance(by: 60)
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["second"])
    }

    @Test func `tells a key unknown at Apple from Apple being away`() async throws {
        let transport = ScriptedTransport([try published(Self.first), .failure(.timedOut)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        #expect(ids(try await keys.keys(forKeyID: "other")) == ["first"])
        clock.advance(by: 30)
        await #expect(throws: AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)) {
            try await keys.keys(forKeyID: "other")
        }
        await #expect(throws: AppleCallFailure.unavailable(reason: .keysUnavailable, retryAfter: 30)) {
            try await keys.keys(forKeyID: "other")
        }
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"])
        #expect(await transport.requests.count == 2)
    }

    @Test(arguments: [
        ("", AppleCallFailure.malformedReply(.replyNotJSON)), ("<html></html>", .malformedReply(.replyNotJSON)),
        (#"{"keys":[]}"#, .malformedReply(.replyWithoutKeys)), (#"{"keys":{}}"#, .malformedReply(.replyNotJSON)),
        (#"{"keys":[{"kty":"oct","kid":"first","k":"AAAA"}]}"#, .malformedReply(.replyWithoutKeys)),
        (#"{"keys":[],"keys":[]}"#, .malformedReply(.replyNotJSON)),
        (String(repeating: "[", count: 100_000), .malformedReply(.replyNotJSON)),
    ])
    func `keeps the last good set when Apple answers nonsense`(body: String, failure: AppleCallFailure) async throws {
        let cold = keySet(ScriptedTransport([.json(body)]))
        await #expect(throws: failure) { try await cold.fetchIfDue() }

        let transport = ScriptedTransport([try published(Self.first), .json(body)])
        let warm = keySet(transport)
        try await warm.fetchIfDue()
        clock.advance(by: 7_200)
        #expect(ids(try await warm.keys(forKeyID: "first")) == ["first"])
        #expect(await transport.requests.count == 2)
    }
}
