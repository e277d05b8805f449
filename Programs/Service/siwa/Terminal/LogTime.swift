import Foundation
import Synchronization

/// The time in front of a line, which is put into words once a second.
final class LogTime: Sendable {
    private let made = Mutex<(second: time_t, text: [UInt8])>((.min, []))

    /// Appends a time in seconds since 1970.
    func append(_ second: time_t, to line: inout [UInt8]) {
        let text = made.withLock { made -> [UInt8] in
            if made.second != second { made = (second, Self.text(of: second)) }
            return made.text
        }
        line.append(contentsOf: text)
    }

    /// The local time with its offset, as `StreamLogHandler` writes it.
    static func text(of second: time_t) -> [UInt8] {
        let longest = 64
        var moment = second
        var parts = tm()
        localtime_r(&moment, &parts)
        var text = [CChar](repeating: 0, count: longest)
        let count = strftime(&text, longest, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return text.withUnsafeBytes { Array($0.prefix(count)) }
    }
}
