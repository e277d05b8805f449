/// Writes JSON without white space, with members in the order given, and without escaping non-ASCII characters.
enum JSONWriter {
    static func write(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .object(let object) where object.isWritten: output.append(contentsOf: object.bytes)
        case .object(let object): write(object.members, to: &output)
        case .array(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(value, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .string(let text): write(text, to: &output)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .null: output.append(contentsOf: "null".utf8)
        }
    }

    static func write(_ members: [(name: String, value: JSONValue)], to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            write(member.name, to: &output)
            output.append(UInt8(ascii: ":"))
            write(member.value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            output.append(UInt8(ascii: "\""))
            if bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                output.append(contentsOf: bytes)
            } else {
                for byte in bytes { write(character: byte, to: &output) }
            }
            output.append(UInt8(ascii: "\""))
        }
    }

    private static func write(character byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "\\u00".utf8)
            output.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        default: output.append(byte)
        }
    }
}

extension JSONValue {
    /// The value as JSON text without white space.
    public var json: [UInt8] {
        var output: [UInt8] = []
        JSONWriter.write(self, to: &output)
        return output
    }
}

extension JSONObject {
    /// Creates an object with its members in this order. Of two members of one name, the first is kept.
    public init(_ members: [(name: String, value: JSONValue)]) {
        let text = Self.json(of: members)
        if let places = Self.places(in: text) {
            self.init(bytes: text, places: places, isWritten: true)
        } else {
            self.init(firstOfEachName: members)
        }
    }

    /// The members were written once, and could not be read because a name stands twice.
    private init(firstOfEachName members: [(name: String, value: JSONValue)]) {
        var seen: Set<[UInt8]> = []
        let text = Self.json(of: members.filter { seen.insert(Array($0.name.utf8)).inserted })
        let places = Self.places(in: text)
        self.init(bytes: text, places: places ?? [], isWritten: places != nil)
    }

    /// The members of a text that was written here. Nil if a name stands twice, or the levels are too many to read.
    private static func places(in text: [UInt8]) -> [JSONMember]? {
        text.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, limits: .checkedBefore)
            return try? scanner.scanDocument()
        }
    }

    /// The JSON text of an object with these members, without white space and without creating the object. No name may
    /// stand twice, which is not checked.
    public static func json(of members: [(name: String, value: JSONValue)]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        JSONWriter.write(members, to: &output)
        return output
    }

    /// The object as JSON text without white space.
    public var json: [UInt8] {
        isWritten ? bytes : JSONValue.object(self).json
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (name: $0.0, value: $0.1) })
    }
}
