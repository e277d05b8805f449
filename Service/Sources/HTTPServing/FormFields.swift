/// The parameters of a query or an `application/x-www-form-urlencoded` body, in order, repetitions included.
package struct FormFields: Sendable {
    /// The decoded names and values, in the order received.
    package let pairs: [(name: String, value: String)]

    /// Wraps fields that were decoded elsewhere.
    package init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// Decodes a query or a body; `nil` if a percent escape or the UTF-8 it encodes is invalid.
    package init?(decoding text: some Sequence<UInt8>) {
        guard let pairs = Array(text).withUnsafeBufferPointer({ Self.decode($0) }) else { return nil }
        self.pairs = pairs
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = unescape(UnsafeBufferPointer(rebasing: part[..<equals])),
                let value = unescape(UnsafeBufferPointer(rebasing: part[equals...].dropFirst()))
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The value of a parameter; an empty value counts as absent.
    package func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The names, in order.
    package var names: [String] { pairs.map(\.name) }

    /// The most names that are compared with one another. More of them are kept in a set.
    private static let fewNames = 16

    /// The first name that occurs more than once.
    package var repeatedName: String? {
        pairs.count <= Self.fewNames ? repeatedNameOfFew : repeatedNameOfMany
    }

    private var repeatedNameOfFew: String? {
        pairs.indices.first { index in pairs[..<index].contains { $0.name == pairs[index].name } }
            .map { pairs[$0].name }
    }

    private var repeatedNameOfMany: String? {
        var seen: Set<String> = []
        return pairs.first { !seen.insert($0.name).inserted }?.name
    }

    /// The text of a name or a value. Most have nothing that is encoded.
    private static func unescape(_ octets: UnsafeBufferPointer<UInt8>) -> String? {
        octets.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
            ? decoded(octets) : String(validating: octets, as: UTF8.self)
    }

    private static func decoded(_ octets: UnsafeBufferPointer<UInt8>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(octets.count)
        var position = 0
        while position < octets.count {
            switch octets[position] {
            case UInt8(ascii: "+"):
                plain.append(UInt8(ascii: " "))
                position += 1
            case UInt8(ascii: "%"):
                guard position + 2 < octets.count, let high = hexValue(octets[position + 1]),
                    let low = hexValue(octets[position + 2])
                else { return nil }
                plain.append(high << 4 | low)
                position += 3
            case let octet:
                plain.append(octet)
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
        var text = text
        return text.withUTF8 { octets in
            String(unsafeUninitializedCapacity: 3 * octets.count) { escaped in
                var count = 0
                for octet in octets {
                    switch octet {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                        UInt8(ascii: "_"), UInt8(ascii: "~"):
                        escaped[count] = octet
                        count += 1
                    default:
                        escaped[count] = UInt8(ascii: "%")
                        escaped[count + 1] = digit(octet >> 4)
                        escaped[count + 2] = digit(octet & 15)
                        count += 3
                    }
                }
                return count
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
