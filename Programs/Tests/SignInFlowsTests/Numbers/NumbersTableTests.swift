import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

struct `A table of numbers` {
    private let days = CalendarDay(number: 20_780)...CalendarDay(number: 20_790)

    private func count(
        _ number: Int, _ measure: DailyMeasure = .registration, day: Int = 20_784, provider: String? = "apple",
        platform: Platform? = .native, client: String? = "app", detail: String? = nil
    ) -> DailyCount {
        DailyCount(
            .init(
                day: day, measure: measure.rawValue, provider: provider, platform: platform, client: client,
                detail: detail), count: number)
    }

    private func rows(
        _ counts: [DailyCount], measures: [DailyMeasure] = [.registration], by columns: [NumbersQuestion.Column] = [],
        each period: NumbersQuestion.Period = .day, hidingBelow smallest: Int = 0
    ) -> [NumbersTable.Row] {
        var sums = NumbersSums(
            NumbersQuestion(days: days, measures: measures, columns: columns, period: period))
        sums.add(counts)
        return NumbersTable(sums, countedUntil: .distantPast, hidingBelow: smallest).rows
    }

    private func words(_ rows: [NumbersTable.Row]) -> [String] {
        rows.map { row in
            var words = [row.start.text, row.measure.rawValue]
            words += row.values.map { $0 ?? "-" }
            words.append(row.count.map { "\($0)" } ?? "hidden")
            words.append(row.share.map { "\(Int(($0 * 100).rounded())) %" } ?? "-")
            return words.joined(separator: " ")
        }
    }

    @Test func `adds up what its columns do not tell apart`() {
        let counts = [
            count(3), count(4, client: "other"), count(5, platform: .web), count(1, day: 20_785),
            count(9, .signIn), count(9, .refusal),
        ]
        #expect(words(rows(counts)) == ["2026-11-27 registration 12 -", "2026-11-28 registration 1 -"])
        #expect(
            words(rows(counts, measures: [.signIn, .registration], by: [.client])) == [
                "2026-11-27 sign_in app 9 100 %", "2026-11-27 registration app 8 67 %",
                "2026-11-27 registration other 4 33 %", "2026-11-28 registration app 1 100 %",
            ])
    }

    @Test func `compares the values of its first column`() {
        let counts = [
            count(30), count(60, provider: "phone"), count(10, provider: "mail"), count(5, platform: .android),
            count(15, provider: "phone", platform: .android),
        ]
        #expect(
            words(rows(counts, by: [.provider, .platform])) == [
                "2026-11-27 registration phone android 15 75 %", "2026-11-27 registration apple android 5 25 %",
                "2026-11-27 registration phone native 60 60 %", "2026-11-27 registration apple native 30 30 %",
                "2026-11-27 registration mail native 10 10 %",
            ])
        #expect(
            words(rows(counts, by: [.platform, .provider])) == [
                "2026-11-27 registration native apple 30 86 %", "2026-11-27 registration android apple 5 14 %",
                "2026-11-27 registration native mail 10 100 %", "2026-11-27 registration native phone 60 80 %",
                "2026-11-27 registration android phone 15 20 %",
            ])
    }

    @Test func `adds up weeks from Monday, months, and the whole time`() {
        let counts = [20_780, 20_781, 20_786, 20_787, 20_788].map { count(1, day: $0) }
        #expect(
            words(rows(counts, each: .week)) == [
                "2026-11-23 registration 3 -", "2026-11-30 registration 2 -",
            ])
        #expect(
            words(rows(counts, each: .month)) == ["2026-11-01 registration 4 -", "2026-12-01 registration 1 -"])
        #expect(words(rows(counts, each: .whole)) == ["2026-11-23 registration 5 -"])
    }

    @Test func `leaves out other days, other measures and zeros`() {
        let counts = [
            count(1, day: 20_779), count(1, day: 20_791), count(0), count(1, .signIn),
            DailyCount(.init(day: 20_784, measure: "of a later version"), count: 7),
        ]
        #expect(rows(counts).isEmpty)
    }

    @Test func `hides what is small, and every share from which it could be calculated`() {
        let counts = [
            count(4), count(6, provider: "phone"), count(5, platform: .web),
            count(5, provider: "phone", platform: .web),
        ]
        #expect(
            words(rows(counts, by: [.provider, .platform], hidingBelow: 5)) == [
                "2026-11-27 registration phone native 6 -", "2026-11-27 registration apple native hidden -",
                "2026-11-27 registration apple web 5 50 %", "2026-11-27 registration phone web 5 50 %",
            ])
        #expect(words(rows(counts, hidingBelow: 5)) == ["2026-11-27 registration 20 -"])
    }
}
