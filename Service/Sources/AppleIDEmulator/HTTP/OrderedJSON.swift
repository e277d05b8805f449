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

    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    var bytes: [UInt8] { Array(text.utf8) }

    private func write(to text: inout String) {
        switch self {
        case .object(let members):
            text += "{"
            for (position, member) in members.enumerated() {
                if position > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (position, element) in elements.enumerated() {
                if position > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .string(let value): Self.write(value, to: &text)
        case .integer(let value): text += String(value)
        case .decimal(let value): text += value.isFinite ? "\(value)" : "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .null: text += "null"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
