import AccountStorage
import Foundation
import SignInAPI
import SignInFlows
import Testing

@testable import siwa

/// What `siwa numbers` prints, and what the guide shows of it.
@Suite struct NumbersTextTests {
    private let day = CalendarDay(number: 20_783)
    private let countedUntil = Date(timeIntervalSince1970: 1_795_800_000)

    /// The first day after a release: a third of those who registered on Apple's devices came by Apple.
    private static let counts: [(provider: String, platform: Platform, count: Int)] = [
        ("phone", .native, 122), ("apple", .native, 100), ("mail", .native, 78), ("phone", .android, 151),
        ("mail", .android, 52), ("apple", .android, 40),
    ]

    private func table(
        _ columns: [NumbersQuestion.Column] = [.provider, .platform], each period: NumbersQuestion.Period = .day,
        measures: [DailyMeasure] = [.registration], days: Int = 1, client: String? = nil, hidingBelow smallest: Int = 0
    ) -> NumbersTable {
        var sums = NumbersSums(
            NumbersQuestion(
                days: day...day.adding(days - 1), measures: measures, columns: columns, period: period))
        for offset in 0..<days {
            sums.add(
                Self.counts.map { each in
                    DailyCount(
                        .init(
                            day: day.adding(offset).number, measure: "registration", provider: each.provider,
                            platform: each.platform, client: client), count: each.count)
                })
        }
        return NumbersTable(sums, countedUntil: countedUntil, hidingBelow: smallest)
    }

    private func document() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Documentation/operations/numbers.md"), encoding: .utf8)
    }

    @Test func `a table has aligned columns, and is what the guide shows`() throws {
        let page = """
            Registrations, 2026-11-26 to 2026-11-26 (UTC)
              day         provider  platform  count   share
              2026-11-26  phone     android     151  62.1 %
                          mail      android      52  21.4 %
                          apple     android      40  16.5 %
                          phone     native      122  40.7 %
                          apple     native      100  33.3 %
                          mail      native       78  26.0 %
            """
        #expect(NumbersText.page(table()) == page)
        #expect(try document().contains(page))
    }

    @Test func `a table without columns has no shares, and one for each measure`() {
        #expect(
            NumbersText.page(table([], measures: [.registration, .refusal], days: 2)) == """
                Registrations, 2026-11-26 to 2026-11-27 (UTC)
                  day         count
                  2026-11-26    543
                  2026-11-27    543

                Refused sign-ins, 2026-11-26 to 2026-11-27 (UTC)
                  none
                """)
    }

    @Test func `a spreadsheet gets every value in every line`() throws {
        let lines = """
            start,measure,provider,platform,count,share
            2026-11-26,registration,phone,android,151,0.6214
            2026-11-26,registration,mail,android,52,0.2140
            2026-11-26,registration,apple,android,40,0.1646
            2026-11-26,registration,phone,native,122,0.4067
            2026-11-26,registration,apple,native,100,0.3333
            2026-11-26,registration,mail,native,78,0.2600
            """
        #expect(NumbersText.csv(table()) == lines)
        #expect(try document().contains(lines))
    }

    @Test func `a value with a comma or a quote is one field`() {
        let text = NumbersText.csv(table([.client], client: "a,\"b\""))
        #expect(text.hasSuffix("\n2026-11-26,registration,\"a,\"\"b\"\"\",543,1.0000"))
    }

    @Test func `a value with a control character cannot move the cursor`() {
        let text = NumbersText.page(table([.client], client: "a\u{1B}[2J"))
        #expect(text.contains("a\\u001b[2J") && !text.contains("\u{1B}"))
    }

    @Test func `a hidden number is shown as less than the limit, without a share`() {
        let hiding = table(hidingBelow: 50)
        #expect(NumbersText.page(hiding).contains("  apple     android     <50       -"))
        #expect(NumbersText.csv(hiding).contains(",apple,android,<50,\n"))
        #expect(!NumbersText.page(hiding).contains(" 40 ") && !NumbersText.csv(hiding).contains(",40,"))
    }

    @Test func `remarks say what the shares compare, what is hidden, and up to when everything is counted`() {
        let until = "counted until \(Timestamp.text(of: countedUntil))"
        #expect(
            NumbersText.remarks(on: table(hidingBelow: 50), at: countedUntil) == [
                "share: of all rows that differ in provider only", "numbers below 50 are hidden (numbers.hide_below)",
                until,
            ])
        #expect(
            NumbersText.remarks(on: table([]), at: countedUntil + 7_200) == [
                until + "; the service is still counting the audit since then"
            ])
    }
}
