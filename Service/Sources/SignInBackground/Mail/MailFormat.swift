import Foundation
import SignInFlows

/// Formats a message as RFC 5322 requires, for programs that read mail from their standard input.
struct MailFormat: Sendable {
    /// The sender address, already validated.
    let from: String
    let now: @Sendable () -> Date
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// The octets of a message; `nil` if a header contains characters that could end it.
    func octets(_ message: MailMessage) -> [UInt8]? {
        let host = from.split(separator: "@").last.map(String.init) ?? "localhost"
        let headers = [
            ("From", from), ("To", message.to), ("Subject", message.subject), ("Date", date),
            ("Message-ID", "<\(randomBytes(16).map { String($0, radix: 36) }.joined())@\(host)>"),
            ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"), ("Auto-Submitted", "auto-generated"),
        ]
        guard headers.allSatisfy({ Self.isOneLine($0.1) }) else { return nil }
        let head = headers.map { "\($0.0): \($0.1)\n" }.joined()
        return Array((head + "\n" + message.text + "\n").utf8)
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && !text.unicodeScalars.contains { "\u{2028}\u{2029}".unicodeScalars.contains($0) }
    }

    private var date: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: now())
    }
}
