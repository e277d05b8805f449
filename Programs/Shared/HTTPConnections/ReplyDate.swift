import Foundation
package import NIOCore
import Synchronization

/// The field `Date` of every answer (RFC 9110 §6.6.1), written once a second for all connections.
package final class ReplyDate: Sendable {
    private struct Written {
        var second = Int.min
        var line: [UInt8] = []
    }

    private let now: @Sendable () -> Int
    private let written = Mutex(Written())

    /// - Parameter now: the seconds since 1970.
    package init(now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }) {
        self.now = now
    }

    /// Appends the whole line.
    package func write(to buffer: inout ByteBuffer) {
        let second = now()
        let line = written.withLock { written in
            if written.second != second {
                written = Written(second: second, line: Array("Date: \(Self.text(second))\r\n".utf8))
            }
            return written.line
        }
        buffer.writeBytes(line)
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The form that RFC 9110 §5.6.7 prefers, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter second: the seconds since 1970, not before.
    package static func text(_ second: Int) -> String {
        let (day, inDay) = max(0, second).quotientAndRemainder(dividingBy: 86_400)
        let date = civil(day)
        return "\(weekdays[day % 7]), \(two(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(two(inDay / 3_600)):\(two(inDay / 60 % 60)):\(two(inDay % 60)) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The date of a day since 1970 in the Gregorian calendar, counted in eras of 400 years that begin on 1 March
    /// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, inEra) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let march = (5 * inYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, inYear - (153 * march + 2) / 5 + 1)
    }
}
