/// An answer of an SMTP server (RFC 5321 section 4.2). The enhanced code of RFC 3463 is the beginning of its text.
package struct SMTPReply: Error, Sendable, Hashable {
    package let code: Int
    /// At least one line.
    package let lines: [String]

    package init(_ code: Int, _ text: String) { self.init(code, lines: [text]) }

    package init(_ code: Int, lines: [String]) {
        self.code = code
        self.lines = lines.isEmpty ? [""] : lines
    }

    /// Whether the command takes effect: 2xx and 3xx.
    package var isPositive: Bool { code < 400 }

    /// The code and the text on one line, for logs and reports.
    package var sentence: String { "\(code) " + lines.joined(separator: " ") }

    /// The enhanced code, such as `5.1.1`.
    package var enhancedCode: String? {
        let first = lines[0].prefix { $0 != " " }
        let parts = first.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) } ? String(first) : nil
    }

    /// The answer as it is sent. A control character in a text could begin another answer, so it becomes `?`.
    package var octets: [UInt8] {
        lines.enumerated().flatMap { index, line -> [UInt8] in
            let mark = index == lines.count - 1 ? " " : "-"
            let text = line.utf8.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
            return Array("\(code)\(mark)".utf8) + text + ASCII.lineEnd
        }
    }
}
