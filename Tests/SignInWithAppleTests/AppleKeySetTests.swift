import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

@Suite struct AppleKeySetTests {
    private let clock = TestClock(1_000_000)
    private static let first = try? SigningKey.makeRS256(keyID: "first")
    private static let second = try? SigningKey.makeRS256(keyID: "second")

    private func published(_ keys: SigningKey?..., headers: [(name: String, value: String)] = [])
        throws -> RecordingTransport.Answer
    {
        let keys = JSONWebKeySet(keys: try keys.map { try #require($0).publicJSONWebKey })
        return .json(String(decoding: keys.json(), as: UTF8.self), headers: headers)
    }

    private func keySet(_ transport: RecordingTransport) -> AppleKeySet {
        let clock = clock
        return AppleKeySet(
            transport: transport, now: { clock.now }, jitter: { 0 })
    }

    private func ids(_ keys: JSONWebKeySet) -> [String?] {
        keys.keys.map(\.keyID)
    }

    @Test func `fetches once for two thousand readers of a cold set`() async throws {
        let transport = RecordingTransport([try published(Self.first)], isHolding: true)
        let keys = keySet(transport)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2_000 { group.addTask { try await keys.keys(forKeyID: "first").keys.count } }
            await transport.received()
            await transport.release()
            for try await count in group { #expect(count == 1) }
        }
        #expect(await transport.requests.count == 1)
        let request = try #require(await transport.requests.first)
        #expect(request.method == .get && request.maximumResponseBytes == 65_536 && request.deadline == 5)
    }

    @Test func `ten thousand unknown keys in a minute cause two fetches`() async throws {
        let transport = RecordingTransport([try published(Self.first)])
        let keys = keySet(transport)
        var refused = 0
        for number in 0..<10_000 {
            do throws(AppleCallFailure) {
                #expect(ids(try await keys.keys(forKeyID: "random-\(number)")) == ["first"])
                refused += 1
            } catch {
                #expect(error.code == "apple_key_not_decided" && (1...30).contains(error.retryAfter ?? 0))
            }
            clock.advance(by: 59.0 / 10_000)
        }
        // After each fetch, one made-up key is refused for good. The others may ask again.
        #expect(refused == 2)
        #expect(await transport.requests.count == 2)
    }

    @Test func `finds a key that Apple published after the last fetch`() async throws {
        let transport = RecordingTransport([try published(Self.first), try published(Self.second, Self.first)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        clock.advance(by: 3)
        await #expect(throws: AppleCallFailure.unavailable(reason: .keyNotDecided, retryAfter: 27)) {
            try await keys.keys(forKeyID: "second")
        }
        clock.advance(by: 27)
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["second", "first"])
    }

    @Test func `refuses a made-up key for good once a fetch after its token lacks it, whoever caused the fetch`()
        async throws
    {
        let transport = RecordingTransport([try published(Self.first)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        let token = TokenMark("made up")
        await #expect(throws: AppleCallFailure.unavailable(reason: .keyNotDecided, retryAfter: 30)) {
            try await keys.keys(forKeyID: "other", token: token)
        }
        clock.advance(by: 30)
        // Another token with an unknown key is faster, and its fetch restarts the interval.
        _ = try? await keys.keys(forKeyID: "another", token: TokenMark("quicker"))
        for _ in 0..<3 { #expect(ids(try await keys.keys(forKeyID: "other", token: token)) == ["first"]) }
        clock.advance(by: 600)
        #expect(ids(try await keys.keys(forKeyID: "other", token: token)) == ["first"])
        #expect(await transport.requests.count == 2)
    }

    @Test func `remembers as many unknown tokens as fit, and asks of the others once more`() {
        var arrivals = TokenArrivals()
        for number in 0..<10_000 { #expect(arrivals.fetchesBefore(TokenMark("\(number)"), now: number) == number) }
        #expect(arrivals.fetchesBefore(TokenMark("9999"), now: 20_000) == 9_999)
        #expect(arrivals.fetchesBefore(TokenMark("\(10_000 - TokenArrivals.limit)"), now: 20_000) == 5_904)
        #expect(arrivals.fetchesBefore(TokenMark("0"), now: 20_000) == 20_000)
    }

    @Test func `fetches again before the set is old, and no known key waits for that`() async throws {
        let transport = RecordingTransport([try published(Self.first), try published(Self.second, Self.first)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        await transport.hold()
        clock.advance(by: 2_880)
        for _ in 0..<100 { #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"]) }
        await transport.received(2)
        await transport.release()
        await keys.fetched()
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["second", "first"])
        #expect(await transport.requests.count == 2)
    }

    @Test func `a known key waits for nobody, even with a set past its life`() async throws {
        let transport = RecordingTransport([try published(Self.first)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        await transport.hold()
        clock.advance(by: 20 * 3_600)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"])
        await transport.received(2)
        await transport.release()
        await keys.fetched()
        // A timer that calls `fetchIfDue` keeps an idle service from getting there.
        clock.advance(by: 2_880)
        try await keys.fetchIfDue()
        #expect(await transport.requests.count == 3)
    }

    @Test func `drops a withdrawn key with the next good set`() async throws {
        let transport = RecordingTransport([
            try published(Self.first, Self.second, headers: [("Cache-Control", "max-age=600")]),
            try published(Self.second),
        ])
        let keys = keySet(transport)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first", "second"])
        clock.advance(by: 479)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first", "second"])
        clock.advance(by: 1)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first", "second"])
        await keys.fetched()
        // The key is not accepted any more. The next fetch decides whether it is gone for good.
        await #expect(throws: AppleCallFailure.unavailable(reason: .keyDisputed, retryAfter: 30)) {
            try await keys.keys(forKeyID: "first")
        }
        clock.advance(by: 30)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["second"])
    }

    @Test func `lives on the last good set for a day, then says that Apple is away, then recovers by itself`()
        async throws
    {
        let transport = RecordingTransport([try published(Self.first), .failure(.connectFailed)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        clock.advance(by: 3_600)
        for _ in 0..<24 {
            #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"])
            await keys.fetched()
            clock.advance(by: 3_599)
        }
        clock.advance(by: 24)
        await #expect(throws: AppleCallFailure.unavailable(reason: .notReachable, retryAfter: nil)) {
            try await keys.keys(forKeyID: "first")
        }
        await transport.answer(with: [try published(Self.second)])
        await #expect(throws: AppleCallFailure.self) { try await keys.keys(forKeyID: "second") }
        clock.advance(by: 60)
        #expect(ids(try await keys.keys(forKeyID: "second")) == ["second"])
    }

    @Test func `tells a key unknown at Apple from Apple being away`() async throws {
        let transport = RecordingTransport([try published(Self.first), .failure(.timedOut)])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        await #expect(throws: AppleCallFailure.unavailable(reason: .keyNotDecided, retryAfter: 30)) {
            try await keys.keys(forKeyID: "other")
        }
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

    @Test func `a fetch that never ends does not hold up the next one`() async throws {
        let transport = RecordingTransport([try published(Self.first)], isHolding: true)
        let log = EventLog<KeySetEvent>()
        let keys = AppleKeySet(
            transport: transport, now: { [clock] in clock.now },
            observe: { log.record($0) })
        let stuck = Task { try await keys.keys(forKeyID: "first").keys.count }
        await transport.received(1)
        clock.advance(by: 15)
        let next = Task { try await keys.keys(forKeyID: "first").keys.count }
        await transport.received(2)
        await transport.release()
        #expect(try await next.value == 1)
        #expect(try await stuck.value == 1)
        #expect(log.events.filter { $0 == .fetchAbandoned }.count == 1)
        #expect(log.events.filter { $0.name == "fetched" }.count == 1)
    }

    @Test func `while Apple does not answer, nobody waits for it`() async throws {
        let transport = RecordingTransport([
            try published(Self.first), .failure(.timedOut), try published(Self.second, Self.first),
        ])
        let keys = keySet(transport)
        try await keys.fetchIfDue()
        clock.advance(by: 3_600)
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"])
        await keys.fetched()
        #expect(await transport.requests.count == 2)
        await transport.hold()
        clock.advance(by: 1)
        // Apple is asked again and does not answer, but no caller waits.
        for _ in 0..<10 { #expect(ids(try await keys.keys(forKeyID: "first")) == ["first"]) }
        await transport.received(3)
        await transport.release()
        await keys.fetched()
        #expect(ids(try await keys.keys(forKeyID: "first")) == ["second", "first"])
        #expect(await transport.requests.count == 3)
    }

    @Test func `heeds a Retry-After of the key endpoint, five minutes at most`() async throws {
        for (asked, waited) in [("120", 120), ("86400", 300)] {
            let transport = RecordingTransport([.json("", status: 503, headers: [(name: "Retry-After", value: asked)])])
            let keys = keySet(transport)
            await #expect(throws: AppleCallFailure.self) { try await keys.fetchIfDue() }
            await #expect(throws: AppleCallFailure.unavailable(reason: .keysUnavailable, retryAfter: waited)) {
                try await keys.fetchIfDue()
            }
            clock.advance(by: TimeInterval(waited))
            await #expect(throws: AppleCallFailure.self) { try await keys.fetchIfDue() }
            #expect(await transport.requests.count == 2)
        }
    }

    @Test func `reports what happens, without a word of a token`() async throws {
        let transport = RecordingTransport([
            try published(Self.first), .failure(.timedOut), try published(Self.second, Self.first),
        ])
        let log = EventLog<KeySetEvent>()
        let keys = AppleKeySet(
            transport: transport, now: { [clock] in clock.now },
            jitter: { 0 }, observe: { log.record($0) })
        try await keys.fetchIfDue()
        _ = try? await keys.keys(forKeyID: "canary")
        clock.advance(by: 3_600)
        _ = try await keys.keys(forKeyID: "first")
        await keys.fetched()
        clock.advance(by: 30)
        _ = try await keys.keys(forKeyID: "second")
        let failure = AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)
        #expect(
            log.events == [
                .fetched(FetchedKeys(keyIDs: ["first"], added: ["first"], removed: [], skipped: 0, lifetime: 3_600)),
                .keyNotDecided, .servedStale(age: 3_600), .fetchFailed(failure, failures: 1, retryAfter: 1),
                .fetched(
                    FetchedKeys(
                        keyIDs: ["second", "first"], added: ["second"], removed: [], skipped: 0, lifetime: 3_600)),
            ])
        #expect(!"\(log.events)".contains("canary"))
    }

    @Test(arguments: [
        ("", AppleCallFailure.malformedReply(.replyNotJSON)), ("<html></html>", .malformedReply(.replyNotJSON)),
        (#"{"keys":[]}"#, .malformedReply(.replyWithoutKeys)), (#"{"keys":{}}"#, .malformedReply(.replyNotJSON)),
        (#"{"keys":[{"kty":"oct","kid":"first","k":"AAAA"}]}"#, .malformedReply(.replyWithoutKeys)),
        (#"{"keys":[],"keys":[]}"#, .malformedReply(.replyNotJSON)),
        (String(repeating: "[", count: 60_000), .malformedReply(.replyNotJSON)),
    ])
    func `keeps the last good set when Apple answers nonsense`(body: String, failure: AppleCallFailure) async throws {
        let cold = keySet(RecordingTransport([.json(body)]))
        await #expect(throws: failure) { try await cold.fetchIfDue() }

        let transport = RecordingTransport([try published(Self.first), .json(body)])
        let warm = keySet(transport)
        try await warm.fetchIfDue()
        clock.advance(by: 7_200)
        #expect(ids(try await warm.keys(forKeyID: "first")) == ["first"])
        await warm.fetched()
        #expect(await transport.requests.count == 2)
    }
}
