import Foundation
import Testing

@testable import SignInBackground

@Suite struct SigningKeyScheduleTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        arguments: [
            ([], nil),
            (["1799999999-a"], "1799999999-a"),
            (["1700000000-a", "1799999401-b"], "1700000000-a"),
            (["1700000000-a", "1799999400-b"], "1799999400-b"),
            (["1700000000-a", "1799999400-b", "1800000000-c"], "1799999400-b"),
            (["1799999500-a", "1799999600-b"], "1799999500-a"),
            (["1700000000-a", "1900000000-b"], "1700000000-a"),
            (["1700000000-a", "own-name"], "1700000000-a"),
            (["own-name", "1799999900-b"], "own-name"),
            (["999999999-a", "1700000000-b"], "1700000000-b"),
            (["1700000000"], "1700000000"),
        ] as [([String], String?)])
    func `a key signs once it has been published for ten minutes`(ids: [String], signing: String?) {
        #expect(SigningKeySchedule(ids, at: Self.now).signing == signing)
    }

    @Test(
        arguments: [
            // The successor has been signing since 1799998800: for twenty minutes.
            (["1700000000-a", "1799998200-b"], ["1700000000-a"]),
            (["1700000000-a", "1799998201-b"], []),
            (["1600000000-a", "1700000000-b", "1799998201-c"], ["1600000000-a"]),
            (["1700000000-a"], []),
            (["own-name", "1700000000-b"], []),
            (["1700000000-a", "1900000000-b"], []),
        ] as [([String], [String])])
    func `a key is over when the last token it signed has expired`(ids: [String], over: [String]) {
        let schedule = SigningKeySchedule(ids, at: Self.now)
        #expect(schedule.over == over)
        #expect(Set([schedule.signing].compactMap { $0 } + schedule.published + schedule.over) == Set(ids))
    }

    @Test func `a new key is due when the newest is old enough, and never where none says how old it is`() {
        let day = 86_400.0
        let made = Self.now.addingTimeInterval(-90 * day)
        let schedule = SigningKeySchedule(["\(Int(made.timeIntervalSince1970))-a", "own-name"], at: Self.now)
        #expect(schedule.isDue(every: 90 * day, at: Self.now))
        #expect(!schedule.isDue(every: 90 * day + 1, at: Self.now))
        #expect(!schedule.isDue(every: 0, at: Self.now))
        #expect(!SigningKeySchedule(["own-name"], at: Self.now).isDue(every: day, at: Self.now))
    }

    @Test func `whenever one looks, every key that signed lately is published`() {
        let day = 86_400
        let ids = (0..<4).map { "\(1_799_000_000 + $0 * day)-k" }
        var signedAt: [String: Int] = [:]
        for second in stride(from: 1_799_000_000 + 2 * day, to: 1_799_000_000 + 3 * day + 7_200, by: 10) {
            let there = ids.filter { Int($0.prefix(10)) ?? 0 <= second }
            let schedule = SigningKeySchedule(there, at: Date(timeIntervalSince1970: Double(second)))
            signedAt[schedule.signing ?? ""] = second
            let good = Set([schedule.signing ?? ""] + schedule.published)
            for (id, last) in signedAt where second - last <= 900 { #expect(good.contains(id)) }
        }
        #expect(signedAt.count == 3)
    }
}
