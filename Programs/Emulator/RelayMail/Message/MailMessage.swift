/// A message: its header fields, as they were written, and its body (RFC 5322). Every sequence of octets is one.
package struct MailMessage: Sendable {
    package struct Field: Sendable {
        /// The whole field with its line ends.
        let raw: [UInt8]
        private let colon: Int

        fileprivate init?(_ raw: [UInt8]) {
            guard let colon = Self.colon(in: raw[...]) else { return nil }
            (self.raw, self.colon) = (raw, colon)
        }

        /// The name in small letters.
        package var name: String {
            String(decoding: ASCII.trimmed(raw[..<colon]).map(ASCII.lowercased), as: UTF8.self)
        }

        /// What follows the colon, as it was written.
        var rawValue: ArraySlice<UInt8> { raw[(colon + 1)...] }

        /// The value on one line.
        package var value: String {
            let unfolded = rawValue.filter { $0 != ASCII.carriageReturn && $0 != ASCII.lineFeed }
            return String(decoding: ASCII.trimmed(unfolded[...]), as: UTF8.self)
        }

        /// Where the colon is, if a line begins a field.
        fileprivate static func colon(in line: ArraySlice<UInt8>) -> Int? {
            guard let colon = line.firstIndex(of: ASCII.colon) else { return nil }
            var name = line[..<colon]
            while let last = name.last, ASCII.isBlank(last) { name.removeLast() }
            guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return colon - line.startIndex
        }
    }

    /// More header fields than any message has. What follows them counts as body.
    static let mostFields = 1_000

    package let fields: [Field]
    package let body: ArraySlice<UInt8>

    package init(_ octets: [UInt8]) {
        var fields: [Field] = []
        var field: [UInt8] = []
        var position = 0
        while position < octets.count, fields.count < Self.mostFields {
            let end = octets[position...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? octets.count
            let line = octets[position..<end]
            if ASCII.trimmed(line).isEmpty, !(line.first.map(ASCII.isBlank) ?? false) {
                position = end
                break
            }
            if let first = line.first, ASCII.isBlank(first), !field.isEmpty {
                field += line
            } else {
                if let whole = Field(field) { fields.append(whole) }
                field = []
                guard Field.colon(in: line) != nil else { break }
                field = Array(line)
            }
            position = end
        }
        if let whole = Field(field) { fields.append(whole) }
        self.fields = fields
        body = octets[position...]
    }

    package func fields(named name: String) -> [Field] { fields.filter { $0.name == name } }

    package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The only address in From. Nil if there is no From, a second one, a group, or another number of addresses.
    package var author: Mailbox? {
        let from = fields(named: "from")
        guard from.count == 1, let list = Mailbox.list(from[0].value), list.count == 1 else { return nil }
        return list[0]
    }

    /// Whether a program wrote it in answer to another message. One that a program wrote of its own accord, such as a
    /// receipt, is `auto-generated` and no answer (RFC 3834 section 5).
    package var isAutomaticReply: Bool {
        value(of: "auto-submitted").map { $0.lowercased().hasPrefix("auto-replied") } ?? false
    }
}
