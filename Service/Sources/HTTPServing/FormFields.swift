/// The parameters of a query or an `application/x-www-form-urlencoded` body, in order, repetitions included.
package struct FormFields: Sendable {
    /// The decoded names and values, in the order received.
    package let pairs: [(name: String, value: String)]

    /// Wraps fields that were decoded elsewhere.
    package init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// Decodes a query or a body; `nil` if a percent escape or the UTF-8 it encodes is invalid.
    package init?(decoding text: some Sequence<UInt8>) {
        var pairs: [(name: String, value: String)] = []
        for part in Array(text).split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let value = equals == part.endIndex ? part[equals...] : part[(equals + 1)...]
            guard let name = Self.unescape(part[..<equals]), let value = Self.unescape(value) else { return nil }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The value of a parameter; an empty value counts as absent.
    package func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The names, in order.
    package var names: [String] { pairs.map(\.name) }

    /// The first name that occurs more than once.
    package var repeatedName: String? {
        var seen: Set<String> = []
        return pairs.first { !seen.insert($0.name).inserted }?.name
    }

    private static func unescape(_ bytes: ArraySlice<UInt8>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "+"):
                plain.append(UInt8(ascii: " "))
                position += 1
            case UInt8(ascii: "%"):
                guard position + 2 < bytes.endIndex, let high = hexValue(bytes[position + 1]),
                    let low = hexValue(bytes[position + 2])
                else { return nil }
                plain.append(high << 4 | low)
                position += 3
            case let byte:
                plain.append(byte)
                position += 1
            }
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Encodes parameters for a query, a fragment or a body. Only unreserved characters (RFC 3986 §2.3) stay as they
    /// are.
    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { escape($0.name) + "=" + escape($0.value) }.joined(separator: "&")
    }

    /// Percent-encodes every octet that is not unreserved (RFC 3986 §2.3).
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
