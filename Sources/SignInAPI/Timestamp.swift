#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Times in messages: RFC 3339 in UTC with milliseconds, `2026-11-21T10:37:59.123Z`.
///
/// It does its own calendar arithmetic, because formatters are neither cheap nor safe to share between threads.
public enum Timestamp {
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// Formats a time, truncated to milliseconds.
    public static func text(of date: Date) -> String {
        let limited = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
        let milliseconds = Int64((limited * 1000).rounded(.down))
        let ofDay = milliseconds % millisecondsOfDay
        let inDay = ofDay < 0 ? ofDay + millisecondsOfDay : ofDay
        let civil = civilDate(ofDay: (milliseconds - inDay) / millisecondsOfDay)
        let seconds = inDay / 1000
        return String(unsafeUninitializedCapacity: 24) { text in
            var place = 0
            put(civil.year, digits: 4, then: "-", in: text, at: &place)
            put(civil.month, digits: 2, then: "-", in: text, at: &place)
            put(civil.day, digits: 2, then: "T", in: text, at: &place)
            put(seconds / 3600, digits: 2, then: ":", in: text, at: &place)
            put(seconds / 60 % 60, digits: 2, then: ":", in: text, at: &place)
            put(seconds % 60, digits: 2, then: ".", in: text, at: &place)
            put(inDay % 1000, digits: 3, then: "Z", in: text, at: &place)
            return place
        }
    }

    /// Parses a text in the format of `text(of:)`, with or without the fraction. Returns nil for any other text.
    public static func date(from text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z") else { return nil }
        let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
        guard marks.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            year >= 1, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var milliseconds: Int64 = 0
        if bytes.count == 24 {
            guard bytes[19] == UInt8(ascii: "."), let fraction = number(bytes[20..<23]) else { return nil }
            milliseconds = fraction
        }
        let days = dayNumber(year: year, month: month, day: day)
        guard civilDate(ofDay: days) == (year, month, day) else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + Double(milliseconds) / 1000)
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar. Years begin in March, so that leap days come last.
    private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// Writes a number with leading zeros, and a mark behind it.
    private static func put(
        _ value: Int64, digits: Int, then mark: Unicode.Scalar, in text: UnsafeMutableBufferPointer<UInt8>,
        at place: inout Int
    ) {
        var rest = value
        for offset in (0..<digits).reversed() {
            text[place + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        text[place + digits] = UInt8(ascii: mark)
        place += digits + 1
    }
}
