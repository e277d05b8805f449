import Foundation
import SignInAPI

/// Times as people, logs and this command write them.
enum WrittenTime {
    /// The time in UTC.
    static func text(_ date: Date) -> String { Timestamp.text(of: date) }

    /// Reads a time as an operator writes it: Unix seconds, a date, or a date and time in ISO 8601.
    static func argument(_ text: String) -> Date? {
        if text.utf8.count <= 11, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return Double(text).map { Date(timeIntervalSince1970: $0) }
        }
        return date(text) ?? Timestamp.date(from: text + "T00:00:00Z")
    }

    /// Reads a date and time in ISO 8601 that ends with `Z` or with an offset such as `+0100` or `+01:00`.
    static func date(_ text: String) -> Date? {
        if let date = Timestamp.date(from: text) { return date }
        // The date contains hyphens as well, so the sign is looked for after it.
        guard let sign = text.dropFirst("2026-03-01T".count).lastIndex(where: { $0 == "+" || $0 == "-" }) else {
            return nil
        }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.utf8.count == 4, let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)),
            (0..<24).contains(hours), (0..<60).contains(minutes),
            let local = Timestamp.date(from: String(text[..<sign]) + "Z")
        else { return nil }
        let offset = TimeInterval(hours * 3_600 + minutes * 60)
        return local.addingTimeInterval(text[sign] == "+" ? -offset : offset)
    }
}
