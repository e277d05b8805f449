/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// The text with every octet encoded that is not unreserved (RFC 3986 section 2.3).
    package static func encode(_ text: String) -> String {
        var text = text
        return text.withUTF8 { octets in
            String(unsafeUninitializedCapacity: 3 * octets.count) { encoded in
                var count = 0
                for octet in octets {
                    if isUnreserved(octet) {
                        encoded[count] = octet
                        count += 1
                    } else {
                        encoded[count] = UInt8(ascii: "%")
                        encoded[count + 1] = digit(octet >> 4)
                        encoded[count + 2] = digit(octet & 15)
                        count += 3
                    }
                }
                return count
            }
        }
    }

    /// One octet, encoded in the same way.
    package static func encode(_ octet: UInt8) -> String {
        let escape = [UInt8(ascii: "%"), digit(octet >> 4), digit(octet & 15)]
        return isUnreserved(octet) ? String(UnicodeScalar(octet)) : String(decoding: escape, as: UTF8.self)
    }

    private static func isUnreserved(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The text of a name or a value in a query or a form, where a plus sign is a space (`application/x-www-form-urlencoded`
    /// in the URL standard); `nil` if an escape is cut or malformed, or if the octets are not UTF-8.
    package static func decodeFormText(_ octets: UnsafeBufferPointer<UInt8>) -> String? {
        isPlain(octets) ? String(validating: octets, as: UTF8.self) : decodeEscapes(octets)
    }

    /// Whether nothing is encoded, as in most texts.
    private static func isPlain(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
        for octet in octets where octet == UInt8(ascii: "%") || octet == UInt8(ascii: "+") { return false }
        return true
    }

    private static func decodeEscapes(_ octets: UnsafeBufferPointer<UInt8>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(octets.count)
        var position = 0
        while position < octets.count {
            switch octets[position] {
            case UInt8(ascii: "+"):
                plain.append(UInt8(ascii: " "))
                position += 1
            case UInt8(ascii: "%"):
                guard position + 2 < octets.count, let high = value(of: octets[position + 1]),
                    let low = value(of: octets[position + 2])
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

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
