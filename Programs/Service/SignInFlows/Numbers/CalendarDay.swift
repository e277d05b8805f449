package import Foundation

/// A day of the calendar in UTC, from 1970 to 9999.
package struct CalendarDay: Sendable, Hashable, Comparable {
    /// The number of days since 1 January 1970.
    package let number: Int

    private static let seconds: TimeInterval = 86_400
    private static let numbers = 0...2_932_896
    private static let style = Date.ISO8601FormatStyle().year().month().day()

    /// The day with this number; the first or the last one for a number outside of the calendar.
    package init(number: Int) {
        self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    /// The day of a time.
    package init(of moment: Date) {
        let days = (moment.timeIntervalSince1970 / Self.seconds).rounded(.down)
        self.init(number: Int(min(max(days, 0), Double(Self.numbers.upperBound))))
    }

    /// Reads a date such as `2026-11-27`; `nil` for any other text.
    package init?(text: String) {
        guard let date = try? Self.style.parse(text) else { return nil }
        self.init(of: date)
        guard self.text == text else { return nil }
    }

    /// The date, such as `2026-11-27`.
    package var text: String { Self.style.format(start) }

    /// The first instant of the day.
    package var start: Date { Date(timeIntervalSince1970: TimeInterval(number) * Self.seconds) }

    /// The day after a number of days.
    package func adding(_ days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// The Monday of the week. 1 January 1970 was a Thursday.
    package var monday: CalendarDay { adding(-((number + 3) % 7)) }

    /// The first day of the month.
    package var firstOfMonth: CalendarDay { adding(1 - (Int(text.suffix(2)) ?? 1)) }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
