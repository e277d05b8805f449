import Foundation
import Testing

@testable import SignInFlows

struct `A day of the calendar` {
    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-27", 20_784), ("2028-02-29", 21_243),
        ("9999-12-31", 2_932_896),
    ])
    func `is read and written as a date`(_ text: String, _ number: Int) {
        #expect(CalendarDay(text: text)?.number == number)
        #expect(CalendarDay(number: number).text == text)
    }

    @Test(arguments: [
        "", "2026-11-31", "2026-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "26-11-27", " 2026-11-27",
        "2026-11-27 ",
        "2026-11-27T00:00:00Z", "20261127", "1969-12-31", "10000-01-01", "yesterday", "2026-11-\u{0662}7",
    ])
    func `is not read from another text`(_ text: String) {
        #expect(CalendarDay(text: text) == nil)
    }

    @Test func `begins at midnight in UTC and ends before the next`() {
        let day = CalendarDay(number: 20_784)
        #expect(day.start == Date(timeIntervalSince1970: 1_795_737_600))
        for offset in [0.0, 0.001, 86_399.999] { #expect(CalendarDay(of: day.start + offset) == day) }
        #expect(CalendarDay(of: day.start - 0.001) == day.adding(-1))
        #expect(CalendarDay(of: day.start + 86_400) == day.adding(1))
        #expect(CalendarDay(of: .distantPast).number == 0 && CalendarDay(of: .distantFuture) > day)
    }

    @Test(arguments: [
        ("2026-11-27", "2026-11-23", "2026-11-01"), ("2026-11-23", "2026-11-23", "2026-11-01"),
        ("2026-11-22", "2026-11-16", "2026-11-01"), ("2026-11-01", "2026-10-26", "2026-11-01"),
        ("2028-02-29", "2028-02-28", "2028-02-01"),
    ])
    func `knows the Monday of its week and the first of its month`(_ text: String, _ monday: String, _ first: String)
        throws
    {
        let day = try #require(CalendarDay(text: text))
        #expect(day.monday.text == monday)
        #expect(day.firstOfMonth.text == first)
    }
}
