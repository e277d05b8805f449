import AccountStorage
import Foundation
import SignInFlows

/// Formats a message as RFC 5322 requires, for programs that read mail from their standard input.
struct MailFormat: Sendable {
    /// The sender address, already validated.
    let from: String
    /// The name of the sender; `nil` for the address alone.
    var name: String?
    let now: @Sendable () -> Date
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// The octets of a message; `nil` if a header contains characters that could end it.
    func octets(_ message: MailMessage) -> [UInt8]? {
        let host = from.split(separator: "@").last.map(String.init) ?? "localhost"
        let account = message.account.map { [(BouncedMessage.accountField, $0.text)] } ?? []
        let headers =
            [
                ("To", message.to), ("Subject", message.subject), ("Date", date),
                ("Message-ID", "<\(randomBytes(16).map { String($0, radix: 36) }.joined())@\(host)>"),
                ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Transfer-Encoding", "8bit"), ("Auto-Submitted", "auto-generated"),
            ] + account
        guard (headers.map(\.1) + [from, name ?? from]).allSatisfy(Self.isOneLine) else { return nil }
        let head =
            "From: \(sender)\n"
            + headers.map { name, text in
                // An address must not contain encoded words (RFC 2047 section 5).
                "\(name): \(name == "Subject" ? EncodedWords.encode(text) : text)\n"
            }.joined()
        return Array((head + "\n" + message.text + "\n").utf8)
    }

    /// The name as a quoted string (RFC 5322 section 3.2.4), or as encoded words, before the address.
    private var sender: String {
        guard let name else { return from }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        // Behind encoded words the address begins a line, because theirs are full.
        return name.utf8.allSatisfy { $0 < 0x80 }
            ? "\"\(quoted)\" <\(from)>" : EncodedWords.encode(name) + "\n <\(from)>"
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
