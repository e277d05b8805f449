import Foundation
import Testing

@testable import SignInWithApple

@Suite struct KeyRefreshPolicyTests {
    private static let policy = KeyRefreshPolicy.standard

    private static func at(_ seconds: TimeInterval) -> Date {
        Date(timeIntervalSince1970: 1_000_000 + seconds)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var history = KeyFetchHistory()
        var isKnown = true
        var now: TimeInterval = 0
        let decision: KeyRefreshDecision
    }

    private static let fetched = KeyFetchHistory(
        fetchedAt: at(0), freshUntil: at(3_600), lastAttemptAt: at(0))
    private static let failedOnce = KeyFetchHistory(
        fetchedAt: at(0), freshUntil: at(3_600), lastAttemptAt: at(4_000), failures: 1, retryAt: at(4_001))
    private static let neverFetched = KeyFetchHistory(lastAttemptAt: at(0), failures: 3, retryAt: at(4))
    private static let day: TimeInterval = 86_400

    static let rows = [
        Row(testDescription: "nothing at hand", decision: .fetch),
        Row(testDescription: "nothing at hand, known or not", isKnown: false, decision: .fetch),
        Row(
            testDescription: "backing off with nothing", history: neverFetched, now: 1,
            decision: .unavailable(retryAfter: 3)),
        Row(testDescription: "back-off over", history: neverFetched, now: 4, decision: .fetch),
        Row(testDescription: "fresh and known", history: fetched, now: 2_879, decision: .use),
        Row(
            testDescription: "four fifths of its life and known", history: fetched, now: 2_880, decision: .useAndFetch),
        Row(testDescription: "past its life and known", history: fetched, now: 3_600, decision: .useAndFetch),
        Row(testDescription: "due, known, backing off", history: failedOnce, now: 4_000.5, decision: .use),
        Row(testDescription: "due, known, back-off over", history: failedOnce, now: 4_001, decision: .useAndFetch),
        Row(testDescription: "last second of grace", history: failedOnce, now: 3_599 + day, decision: .useAndFetch),
        Row(
            testDescription: "grace over, backing off",
            history: KeyFetchHistory(
                fetchedAt: at(0), freshUntil: at(3_600), lastAttemptAt: at(3_600 + day), failures: 9,
                retryAt: at(3_660 + day)),
            now: 3_600 + day, decision: .unavailable(retryAfter: 60)),
        Row(
            testDescription: "unknown right after a fetch", history: fetched, isKnown: false, now: 3,
            decision: .undecided(retryAfter: 27)),
        Row(
            testDescription: "unknown at the last moment of the floor", history: fetched, isKnown: false, now: 29.5,
            decision: .undecided(retryAfter: 1)),
        Row(
            testDescription: "unknown 30 seconds after a fetch", history: fetched, isKnown: false, now: 30,
            decision: .fetch),
        Row(
            testDescription: "unknown right after a failed fetch", history: failedOnce, isKnown: false, now: 4_010,
            decision: .unavailable(retryAfter: 20)),
        Row(
            testDescription: "unknown 30 seconds after a failed fetch", history: failedOnce, isKnown: false, now: 4_030,
            decision: .fetch),
        Row(
            testDescription: "clock set back ten years, known", history: fetched, now: -315_360_000,
            decision: .useAndFetch),
        Row(testDescription: "clock set back, unknown", history: fetched, isKnown: false, now: -100, decision: .fetch),
        Row(testDescription: "clock set back while backing off", history: neverFetched, now: -3_600, decision: .fetch),
        Row(testDescription: "clock set ahead ten years", history: fetched, now: 315_360_000, decision: .fetch),
    ]

    @Test(arguments: rows)
    func `decides what to do about one token`(_ row: Row) {
        #expect(Self.policy.decide(row.history, isKeyKnown: row.isKnown, at: Self.at(row.now)) == row.decision)
    }

    @Test(
        arguments: [(nil, 3_600), (0, 300), (299, 300), (900, 900), (86_400, 86_400), (1e9, 86_400)]
            as [(Double?, Double)])
    func `keeps a set between five minutes and a day`(maximumAge: Double?, lifetime: Double) {
        #expect(Self.policy.lifetime(maximumAge: maximumAge) == lifetime)
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (1_000, 60)])
    func `waits twice as long after each failure, one minute at most`(failures: Int, seconds: Double) {
        #expect(Self.policy.backOff(failures: failures, jitter: 0) == seconds)
        #expect(Self.policy.backOff(failures: failures, jitter: 1) == max(seconds / 2, 1))
    }

    @Test(
        arguments: [
            (nil, nil), ("max-age=600", 600), ("public, Max-Age = \"600\"", 600), ("no-store, max-age=600", 0),
            ("max-age=600, no-cache", 0), ("max-age=-1", nil), ("max-age", nil), ("max-age=99999999999999999999", nil),
            ("", nil),
        ] as [(String?, Double?)])
    func `reads Cache-Control`(field: String?, seconds: Double?) {
        #expect(KeySetFetch.maximumAge(field) == seconds)
    }
}
