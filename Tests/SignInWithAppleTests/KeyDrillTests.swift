import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// The events that can happen to Apple's keys, one drill each, on a clock that the drill controls.
@Suite struct KeyDrillTests {
    @Test func `J1 a rotation with overlap refuses nobody`() async throws {
        let drill = try KeyDrill([.first])
        for second in 0..<1_000 {
            if second == 400 { try drill.edges.publish([[.first, .second]]) }
            if second == 800 { try drill.edges.publish([[.second]]) }
            let key: AppleKey = second < 500 ? .first : .second
            #expect(try await drill.signIn(key) == .accepted, "second \(second)")
            drill.clock.advance(by: 1)
        }
        #expect(drill.edges.requests.count == 2)
    }

    @Test func `J2 a rotation without overlap refuses nobody, and costs thirty seconds at most`() async throws {
        let drill = try KeyDrill([.first])
        var later: [Int] = []
        for second in 0..<200 {
            // The worst moment: a forged token with an unknown key has just used up the fetch.
            if second == 60 { _ = await drill.outcome(of: KeyDrill.forged(keyID: "nobody")) }
            if second == 60 { try drill.edges.publish([[.second]]) }
            let outcome = try await drill.signIn(second < 60 ? .first : .second)
            if outcome != .accepted {
                #expect(outcome == .later("apple_key_not_decided", seconds: 90 - second))
                later.append(second)
            }
            drill.clock.advance(by: 1)
        }
        #expect(later == Array(60..<90))
        #expect(try await drill.signIn(.second) == .accepted)
    }

    @Test func `J3 servers that disagree refuse nobody for good, and one more try is enough`() async throws {
        let drill = try KeyDrill([.first, .second], [.second, .third])
        var random: UInt64 = 1
        var retried = 0
        for _ in 0..<1_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = AppleKey.allCases[Int((random >> 33) % 3)]
            let before = drill.edges.requests.count
            #expect(try await drill.signInPatiently(key) == .accepted)
            retried += drill.edges.requests.count > before ? 1 : 0
            drill.clock.advance(by: 1)
        }
        #expect(retried > 0)
        // After both sets were seen, no genuine token is called forged.
        #expect(drill.count("unknown_key") <= 1 && drill.count("key_disputed") > 0)
    }

    struct OddSet: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let isUsable: Bool

        init(_ description: String, _ body: String, isUsable: Bool) {
            testDescription = description
            self.body = body
            self.isUsable = isUsable
        }
    }

    private static func set(_ entries: String...) -> String { #"{"keys":["# + entries.joined(separator: ",") + "]}" }
    private static func entry(_ key: AppleKey) -> String {
        let text = (try? AppleKey.set([key])) ?? ""
        return String(text.dropFirst(#"{"keys":["#.count).dropLast(2))
    }
    private static let odd = #"{"kty":"XXX","kid":"odd"}"#

    static let oddSets = [
        OddSet("empty", set(), isUsable: false),
        OddSet("an unknown type alone", set(odd), isUsable: false),
        OddSet("an unknown type beside a good key", set(odd, entry(.second)), isUsable: true),
        OddSet("a broken key", set(#"{"kty":"RSA","kid":"b","n":"AA","e":"AQAB"}"#, entry(.second)), isUsable: true),
        OddSet("no object", set("1", "null", "[]", entry(.second)), isUsable: true),
        OddSet(
            "two keys of one id",
            set(entry(.first).replacingOccurrences(of: "\"first\"", with: "\"third\""), entry(.third), entry(.second)),
            isUsable: true),
        OddSet("the same key twice", set(entry(.second), entry(.second)), isUsable: true),
        OddSet(
            "private members", set(entry(.third).replacingOccurrences(of: "{", with: #"{"d":"AQAB","#), entry(.second)),
            isUsable: true),
        OddSet(
            "ten thousand keys", set(Array(repeating: entry(.second), count: 10_000).joined(separator: ",")),
            isUsable: false),
        OddSet("five megabytes", set(entry(.second)) + String(repeating: " ", count: 5_000_000), isUsable: false),
        OddSet("a byte-order mark", "\u{FEFF}" + set(entry(.second)), isUsable: false),
        OddSet(
            "numbers as texts", set(entry(.second)).replacingOccurrences(of: "\"AQAB\"", with: "65537"), isUsable: false
        ),
    ]

    @Test(arguments: oddSets)
    func `J4 of an odd set the usable keys are used, else the last good set stays`(_ odd: OddSet) async throws {
        let drill = try KeyDrill([.first])
        #expect(try await drill.signIn(.first) == .accepted)
        drill.edges.answer(.json(odd.body))
        drill.clock.advance(by: 3_600)
        #expect(try await drill.signIn(.first) == .accepted)  // uses the old set, which is refreshed in the background
        if odd.isUsable {
            #expect(try await drill.signIn(.second) == .accepted)
            #expect(try await drill.signIn(.first) != .accepted)
            #expect(try await drill.signIn(.third) != .accepted)
        } else {
            #expect(try await drill.signIn(.first) == .accepted)
            guard case .later = try await drill.signIn(.second) else {
                Issue.record("nobody can tell about a key that is not in the last good set")
                return
            }
        }
        #expect(drill.count("fetch_failed") == (odd.isUsable ? 0 : 1))
    }

    @Test func `J5 with Apple away at the start, sign-ins wait without a saved set`() async throws {
        let drill = try KeyDrill()
        #expect(try await drill.signIn(.first) == .later("apple_not_reachable", seconds: nil))
        #expect(try await drill.signIn(.first) == .later("apple_keys_unavailable", seconds: 1))
        try drill.edges.publish([[.first]])
        drill.clock.advance(by: 1)
        #expect(try await drill.signIn(.first) == .accepted)
    }

    @Test func `J5 with Apple away at the start, sign-ins work with a saved set`() async throws {
        let store = MemoryKeySetStore()
        let before = try KeyDrill([.first], store: store)
        #expect(try await before.signIn(.first) == .accepted)
        await before.keys.saved()

        let drill = try KeyDrill(store: store)
        drill.clock.advance(by: 20 * 3_600)
        #expect(try await drill.signIn(.first) == .accepted)
        #expect(drill.log.events.contains(.restored(age: 20 * 3_600)))
        #expect(drill.log.events.contains(.servedStale(age: 20 * 3_600)))
        #expect(try await drill.signIn(.second) == .later("apple_keys_unavailable", seconds: 30))
        drill.clock.advance(by: 5 * 3_600)
        #expect(try await drill.signIn(.first) == .later("apple_not_reachable", seconds: nil))
    }

    @Test func `J6 Apple away for longer than a day and back again`() async throws {
        let drill = try KeyDrill([.first])
        #expect(try await drill.signIn(.first) == .accepted)
        drill.edges.answer(.failure(.timedOut))
        for _ in 0..<24 {
            drill.clock.advance(by: 3_600)
            #expect(try await drill.signIn(.first) == .accepted)
        }
        drill.clock.advance(by: 3_600)
        #expect(try await drill.signIn(.first) == .later("apple_timed_out", seconds: nil))
        #expect(try await drill.signIn(.first) == .later("apple_keys_unavailable", seconds: 60))
        try drill.edges.publish([[.second]])
        drill.clock.advance(by: 60)
        #expect(try await drill.signIn(.second) == .accepted)
        #expect(drill.count("served_stale") == 24)
    }

    @Test func `J7 two thousand sign-ins on a cold cache make one fetch`() async throws {
        let token = try AppleKey.first.apple().identityToken(
            subject: "001234.abc.0001", nonce: "n-1", at: TestClock(1_750_000_000).now)
        for _ in 0..<20 {
            let drill = try KeyDrill([.first])
            await withTaskGroup(of: KeyDrill.Outcome.self) { group in
                for _ in 0..<2_000 { group.addTask { await drill.outcome(of: token) } }
                for await outcome in group { #expect(outcome == .accepted) }
            }
            #expect(drill.edges.requests.count == 1)
        }
    }

    @Test func `J8 ten thousand unknown keys in a minute make two fetches and keep nobody out`() async throws {
        for round in 0..<3 {
            let drill = try KeyDrill([.first])
            for number in 0..<10_000 {
                let outcome = await drill.outcome(of: KeyDrill.forged(keyID: "random-\(round)-\(number)"))
                if case .later(let code, let seconds) = outcome {
                    #expect(code == "apple_key_not_decided" && (1...30).contains(seconds ?? 0))
                } else {
                    #expect(outcome == .refused("unknown_key"))
                }
                if number.isMultiple(of: 500) { #expect(try await drill.signIn(.first) == .accepted) }
                drill.clock.advance(by: 59.0 / 10_000)
            }
            #expect(drill.edges.requests.count == 2)
            #expect(drill.count("unknown_key") == 2 && drill.count("key_not_decided") == 9_998)
        }
    }

    @Test func `J9 a withdrawn key is not accepted after the next fetch, and refused after the one behind it`()
        async throws
    {
        let drill = try KeyDrill([.first, .second])
        #expect(try await drill.signIn(.first) == .accepted)
        try drill.edges.publish([[.second]])
        drill.clock.advance(by: 2_879)
        #expect(try await drill.signIn(.first) == .accepted)
        drill.clock.advance(by: 1)
        #expect(try await drill.signIn(.first) == .accepted)  // the last one: the set is refreshed in the background
        #expect(try await drill.signIn(.first) == .later("apple_key_disputed", seconds: 30))
        #expect(try await drill.signIn(.second) == .accepted)
        drill.clock.advance(by: 30)
        for _ in 0..<3 { #expect(try await drill.signIn(.first) == .refused("unknown_key")) }
        #expect(drill.edges.requests.count == 3)
        let removals = drill.log.events.compactMap { event -> [String]? in
            guard case .fetched(let keys) = event else { return nil }
            return keys.removed
        }
        #expect(removals == [[], ["first"], []])
    }

    @Test func `J10 another issuer in tokens is refused, and discovery is never asked`() async throws {
        let drill = try KeyDrill([.first])
        #expect(try await drill.signIn(.first) == .accepted)
        for issuer in ["https://account.apple.com", "https://appleid.apple.com/", "HTTPS://appleid.apple.com"] {
            let outcome = try await drill.signIn(.first, claims: [("iss", .string(issuer))])
            #expect(outcome == .refused("issuer_mismatch"))
        }
        #expect(try await drill.signIn(.first) == .accepted)
        #expect(Set(drill.edges.requests) == ["https://appleid.apple.com/auth/keys"])
    }

    @Test func `J11 flipped types, new claims and missing optional ones change nothing`() async throws {
        let drill = try KeyDrill([.first])
        let variants: [[(name: String, value: JSONValue)]] = [
            [("email", "a@example.com"), ("email_verified", "true"), ("is_private_email", "false")],
            [("email", "a@example.com"), ("email_verified", true), ("is_private_email", false)],
            [("email", "a@example.com"), ("email_verified", 1), ("is_private_email", .null)],
            [("email", 1), ("nonce_supported", "true"), ("real_user_status", "2"), ("auth_time", "soon")],
            [("real_user_status", 7), ("org_id", []), ("transfer_sub", 5), ("scopes", ["edu.users.read"])],
            [("new_claim", .object(["a": [1, .null]])), ("nonce_supported", .null)],
            [],
        ]
        for claims in variants { #expect(try await drill.signIn(.first, claims: claims) == .accepted) }
    }
}
