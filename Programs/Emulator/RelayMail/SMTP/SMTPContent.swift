/// Reads a message after DATA, octet by octet, up to the line with a single dot (RFC 5321 section 4.5.2).
///
/// Only CRLF ends a line. Whoever took a bare LF or CR for a line end as well would see other messages in the same
/// octets than the server before it: SMTP smuggling. Such a message is read to its end and then refused.
package struct SMTPContent: Sendable {
    package enum Flaw: Sendable, Equatable { case bareLineEnd, longLine, tooLarge }

    /// The most octets of a line without its end (RFC 5321 section 4.5.3.1.6).
    static let longestLine = 1_000

    private let largest: Int
    private var line: [UInt8] = []
    private var isLineLong = false
    private var hasCarriageReturn = false
    private var size = 0
    /// The lines so far, without the dots that only protect a dot. It is empty once there is a flaw.
    package private(set) var octets: [UInt8] = []
    /// The first flaw.
    package private(set) var flaw: Flaw?

    package init(largest: Int) { self.largest = largest }

    /// Takes the next octet. Returns whether it was the last one.
    package mutating func take(_ octet: UInt8) -> Bool {
        if hasCarriageReturn {
            hasCarriageReturn = false
            if octet == ASCII.lineFeed { return endLine() }
            note(.bareLineEnd)
            append(ASCII.carriageReturn)
        }
        switch octet {
        case ASCII.carriageReturn: hasCarriageReturn = true
        case ASCII.lineFeed:
            note(.bareLineEnd)
            append(octet)
        default: append(octet)
        }
        return false
    }

    private mutating func append(_ octet: UInt8) {
        // the dot that protects another one does not count
        let limit = Self.longestLine + (line.first == ASCII.dot ? 1 : 0)
        if line.count < limit { line.append(octet) } else { isLineLong = true }
    }

    private mutating func endLine() -> Bool {
        defer {
            line.removeAll(keepingCapacity: true)
            isLineLong = false
        }
        if line == [ASCII.dot] { return true }
        if isLineLong { note(.longLine) }
        let text = line.first == ASCII.dot ? line.dropFirst() : line[...]
        size += text.count + 2
        if size > largest { note(.tooLarge) }
        guard flaw == nil else { return false }
        octets.append(contentsOf: text)
        octets.append(contentsOf: ASCII.lineEnd)
        return false
    }

    private mutating func note(_ found: Flaw) {
        guard flaw == nil else { return }
        flaw = found
        octets = []
    }
}
