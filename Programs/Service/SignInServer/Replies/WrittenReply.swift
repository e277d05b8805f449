import SignInAPI

/// A reply that writes its own members, sorted by name.
///
/// The replies to frequent requests do so, because `JSONEncoder` first builds dictionaries, boxes and a second copy of
/// every message. A test compares each of them with it, byte by byte.
protocol WrittenReply: Encodable {
    func write(to reply: inout ReplyWriter)
}

extension WrittenReply {
    /// The reply as JSON.
    var json: [UInt8] {
        var writer = ReplyWriter()
        writer.object(self)
        return writer.json
    }
}

/// Appends members to the JSON of a reply.
struct ReplyWriter {
    private(set) var json: [UInt8] = []

    init() {
        // Room for the tokens and the account of a session.
        json.reserveCapacity(1_536)
    }

    mutating func object(_ reply: some WrittenReply) {
        json.append(UInt8(ascii: "{"))
        reply.write(to: &self)
        json.append(UInt8(ascii: "}"))
    }

    mutating func member(_ name: String, _ value: String) {
        begin(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: Int) {
        begin(name)
        json.append(contentsOf: String(value).utf8)
    }

    mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        json.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func member(_ name: String, _ value: some WrittenReply) {
        begin(name)
        object(value)
    }

    /// Leaves the member out if there is no value.
    mutating func member(_ name: String, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// Leaves the member out if there is no value.
    mutating func member(_ name: String, ifPresent value: Bool?) {
        if let value { member(name, value) }
    }

    /// Leaves the member out if there is no value.
    mutating func member(_ name: String, ifPresent value: (some WrittenReply)?) {
        if let value { member(name, value) }
    }

    /// Writes `null` if there is no value.
    mutating func member(_ name: String, orNull value: String?) {
        if let value { member(name, value) } else { null(name) }
    }

    /// Writes `null` if there is no value.
    mutating func member(_ name: String, orNull value: (some WrittenReply)?) {
        if let value { member(name, value) } else { null(name) }
    }

    private mutating func null(_ name: String) {
        begin(name)
        json.append(contentsOf: "null".utf8)
    }

    /// Names are ours and have nothing to escape.
    private mutating func begin(_ name: String) {
        if json.last != UInt8(ascii: "{") { json.append(UInt8(ascii: ",")) }
        json.append(UInt8(ascii: "\""))
        json.append(contentsOf: name.utf8)
        json.append(contentsOf: "\":".utf8)
    }

    private mutating func string(_ text: String) {
        var text = text
        json.append(UInt8(ascii: "\""))
        text.withUTF8 { octets in
            if octets.contains(where: Self.isEscaped) {
                for octet in octets { character(octet) }
            } else {
                json.append(contentsOf: octets)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// What RFC 8259 section 7 does not allow in a string as it is.
    private static func isEscaped(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\")
    }

    private mutating func character(_ octet: UInt8) {
        switch octet {
        case UInt8(ascii: "\""): json.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): json.append(contentsOf: "\\\\".utf8)
        case 0x08: json.append(contentsOf: "\\b".utf8)
        case 0x09: json.append(contentsOf: "\\t".utf8)
        case 0x0A: json.append(contentsOf: "\\n".utf8)
        case 0x0C: json.append(contentsOf: "\\f".utf8)
        case 0x0D: json.append(contentsOf: "\\r".utf8)
        case ..<0x10: json.append(contentsOf: ("\\u000" + String(octet, radix: 16)).utf8)
        case ..<0x20: json.append(contentsOf: ("\\u00" + String(octet, radix: 16)).utf8)
        default: json.append(octet)
        }
    }
}
