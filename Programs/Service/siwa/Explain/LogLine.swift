import Foundation
import Logging

/// A line of the service's log, in the format of `StreamLogHandler` of swift-log:
/// `2026-03-01T12:00:00+0000 info siwa: code=attempt_expired request_id=0123456789abcdef [SignInServer] refused`.
struct LogLine: Equatable {
    let time: Date
    let message: String
    let metadata: [String: String]

    /// How many words a log collector may put before the line: `journalctl` puts a date, a host and a process there.
    private static let longestPrefix = 8

    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let starts = words.indices.dropLast(3).prefix(Self.longestPrefix)
        guard
            let start = starts.first(where: { index in
                words[index + 2].hasSuffix(":") && Logger.Level(rawValue: String(words[index + 1])) != nil
                    && WrittenTime.date(String(words[index])) != nil
            }), let time = WrittenTime.date(String(words[start])),
            let source = words[(start + 3)...].firstIndex(where: { $0.hasPrefix("[") && $0.hasSuffix("]") })
        else { return nil }
        self.time = time
        message = words[(source + 1)...].joined(separator: " ")
        metadata = Self.metadata(words[(start + 3)..<source])
    }

    /// The values by their names. A word without a name belongs to the value before it.
    private static func metadata(_ words: ArraySlice<Substring>) -> [String: String] {
        var (found, last): ([String: String], String?) = ([:], nil)
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, isName(parts[0]) {
                last = String(parts[0])
                found[String(parts[0])] = String(parts[1])
            } else if let last {
                found[last, default: ""] += " " + String(word)
            }
        }
        return found
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
    }
}
