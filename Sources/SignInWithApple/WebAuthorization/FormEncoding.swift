/// `application/x-www-form-urlencoded`, strict in both directions.
enum FormEncoding {
    /// Keeps RFC 3986's unreserved characters and encodes every other octet as `%XX`. A space becomes `%20`, which is
    /// valid in queries and in forms.
    static func encode(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for octet in text.utf8 {
            if isUnreserved(octet) {
                encoded.append(octet)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The name-value pairs in order, or `nil` for a malformed escape or octets that are not UTF-8.
    static func decode(_ body: [UInt8]) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = decodeText(pair[..<end]), let value = decodeText(pair[end...].dropFirst()) else {
                return nil
            }
            parameters.append((name: name, value: value))
        }
        return parameters
    }

    private static func decodeText(_ octets: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(octets.count)
        var rest = octets.makeIterator()
        while let octet = rest.next() {
            switch octet {
            case UInt8(ascii: "+"):
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(value(ofDigit:)), let low = rest.next().flatMap(value(ofDigit:))
                else { return nil }
                decoded.append(high << 4 | low)
            default:
                decoded.append(octet)
            }
        }
        return strictUTF8(decoded)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func value(ofDigit octet: UInt8) -> UInt8? {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// `String(validating:as:)` needs newer systems. Decoding repairs invalid octets, so a repaired string differs from
    /// its input.
    private static func strictUTF8(_ octets: [UInt8]) -> String? {
        let text = String(decoding: octets, as: UTF8.self)
        return text.utf8.elementsEqual(octets) ? text : nil
    }
}
