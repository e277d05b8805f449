/// JSON that keeps the order of its members. Tests compare answers byte for byte, and dictionaries have no order.
enum OrderedJSON: Sendable {
    case object([(name: String, value: OrderedJSON)])
    case array([OrderedJSON])
    case string(String)
    case integer(Int)
    /// A finite number. JSON has no others.
    case decimal(Double)
    case boolean(Bool)
    case null

    static func optional(_ text: String?) -> OrderedJSON { text.map { .string($0) } ?? .null }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        // more than most answers need, since a longer buffer costs less than moving a shorter one
        bytes.reserveCapacity(2_048)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (position, member) in members.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string(let value): Self.write(value, to: &bytes)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .decimal(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    private static func write(_ value: String, to bytes: inout [UInt8]) {
        var value = value
        bytes.append(UInt8(ascii: "\""))
        value.withUTF8 { text in
            if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { write(escaping: byte, to: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func write(escaping byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20: bytes.append(contentsOf: ("\\u00" + TeamSubjects.hex([byte])).utf8)
        default: bytes.append(byte)
        }
    }
}
