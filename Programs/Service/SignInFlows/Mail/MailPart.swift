/// A message, or a part of one: its fields and the lines of its body (RFC 5322 section 2, RFC 2045, RFC 2046 section 5.1).
struct MailPart: Sendable {
    /// Names in small letters, and values without the folding of long lines.
    let fields: [(name: String, value: String)]
    let lines: ArraySlice<String>

    private static let mostParts = 100
    private static let deepest = 8

    /// Reads a message with lines that end with LF or CRLF. Octets that are not UTF-8 are replaced.
    init(_ octets: [UInt8]) {
        let lines = octets.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        self.init(lines[...])
    }

    init(_ lines: ArraySlice<String>) {
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        fields = Self.fields(in: lines[..<end])
        self.lines = lines[end...].dropFirst()
    }

    /// The first value of a field.
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The media type in small letters, without parameters.
    var type: String {
        let value = self["content-type"] ?? "text/plain"
        return Self.trimmed(value.prefix { $0 != ";" }).lowercased()
    }

    /// This part and every part inside it, as far as eight levels down.
    func all(below level: Int = 0) -> [MailPart] {
        guard level < Self.deepest else { return [self] }
        return [self] + children.flatMap { $0.all(below: level + 1) }
    }

    private var children: [MailPart] {
        // RFC 6532 section 3.7 is the second one.
        if type == "message/rfc822" || type == "message/global" { return [MailPart(lines)] }
        guard type.hasPrefix("multipart/"), let boundary else { return [] }
        var parts: [MailPart] = []
        var start: Int?
        for place in lines.indices {
            let line = lines[place]
            guard line.hasPrefix("--"), line.dropFirst(2).hasPrefix(boundary) else { continue }
            let rest = line.dropFirst(2 + boundary.count)
            guard rest.hasPrefix("--") || rest.allSatisfy(\.isWhitespace) else { continue }
            if let start { parts.append(MailPart(lines[start..<place])) }
            guard !rest.hasPrefix("--"), parts.count < Self.mostParts else { return parts }
            start = place + 1
        }
        if let start { parts.append(MailPart(lines[start...])) }
        return parts
    }

    private var boundary: String? {
        let parameters = Self.parameters(in: self["content-type"] ?? "")
        guard let found = parameters.first(where: { $0.lowercased().hasPrefix("boundary=") }) else { return nil }
        let value = Self.trimmed(found.dropFirst("boundary=".count))
        return value.isEmpty ? nil : value
    }

    /// What is separated by semicolons, without the quotation marks of quoted strings, inside which a semicolon separates
    /// nothing (RFC 2045 section 5.1, RFC 5322 section 3.2.4).
    private static func parameters(in value: String) -> [String] {
        var found = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            switch character {
            case _ where isEscaped:
                found[found.count - 1].append(character)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted: found.append("")
            default: found[found.count - 1].append(character)
            }
        }
        return found.dropFirst().map { trimmed($0) }
    }

    /// The fields in a block of lines.
    static func fields(in lines: ArraySlice<String>) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in lines {
            if line.first == " " || line.first == "\t" {
                guard let last = fields.indices.last else { continue }
                fields[last].value += " " + trimmed(line)
            } else if let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...]
                fields.append((trimmed(line[..<colon]).lowercased(), trimmed(value)))
            }
        }
        return fields
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
