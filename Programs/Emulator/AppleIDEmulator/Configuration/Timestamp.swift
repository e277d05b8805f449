/// A time in the form of RFC 3339, such as `2026-03-01T12:00:00Z` or `2026-03-01T13:00:00+01:00`.
package enum Timestamp {
    /// The end of the year 9999, so that adding lifetimes cannot overflow.
    static let latest = 253_402_300_799

    /// The whole seconds since 1970, or nil if the text is no such time or is not between 1970 and 9999. A fraction of
    /// a second is dropped.
    package static func seconds(of text: String) -> Int? {
        let pattern = /(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))/
        guard text.utf8.count <= 64, let match = try? pattern.asciiOnlyDigits().wholeMatch(in: text) else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let parts = match.output
        let (year, month, day) = (number(parts.1), number(parts.2), number(parts.3))
        let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
        let (offsetHours, offsetMinutes) = (number(parts.8), number(parts.9))
        guard (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second < 60, offsetHours < 24, offsetMinutes < 60
        else { return nil }
        let offset = (offsetHours * 60 + offsetMinutes) * 60 * (parts.7 == "-" ? -1 : 1)
        let seconds = daysSince1970(year, month, day) * 86_400 + (hour * 60 + minute) * 60 + second - offset
        return (0...latest).contains(seconds) ? seconds : nil
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Counts the days in the Gregorian calendar. A year that begins in March has its leap day at its end.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
