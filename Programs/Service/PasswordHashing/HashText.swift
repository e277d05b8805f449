import Foundation

/// Decodes and encodes the fields of a stored hash.
enum HashText {
    /// A decimal number of at most nine digits, without sign or leading zeros.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            text.utf8.first != 0x30 || text.utf8.count == 1
        else { return nil }
        return Int(text)
    }

    /// The exponent of a power of two. Whether it is small enough is checked later.
    static func powerOfTwo(_ text: String) -> Int? {
        guard let number = number(text), number > 1, number & (number - 1) == 0 else { return nil }
        return number.trailingZeroBitCount
    }

    /// The values of `a=1,b=2`; `nil` unless the text has exactly these names in this order.
    static func parameters(_ text: String, named names: [String]) -> [Int]? {
        let pairs = text.split(separator: ",", omittingEmptySubsequences: false)
        guard pairs.count == names.count else { return nil }
        var values: [Int] = []
        for (pair, name) in zip(pairs, names) {
            guard pair.hasPrefix(name + "="), let value = number(pair.dropFirst(name.utf8.count + 1)) else {
                return nil
            }
            values.append(value)
        }
        return values
    }

    /// Decodes base64 with or without padding. passlib writes `.` instead of `+`.
    static func decode(_ text: String) -> [UInt8]? {
        var plain = text.replacing(".", with: "+")
        while plain.last == "=" { plain.removeLast() }
        guard text.utf8.count - plain.utf8.count <= 2 else { return nil }
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map { Array($0) }
    }

    /// Encodes base64 without padding, as in the PHC string format.
    static func encode(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    /// Decodes two lowercase hexadecimal digits for each octet.
    static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0,
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
        }
    }
}
