/// Escapes of JSON strings (RFC 8259, section 7).
enum JSONEscape {
    /// The length in bytes of the escape at `position`. A surrogate pair counts as one escape.
    static func length(
        at position: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(TokenFormatError) -> Int {
        guard position + 1 < bytes.count else { throw TokenFormatError(.jsonString) }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(at: position, in: bytes) else { throw TokenFormatError(.jsonString) }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00, let low = codeUnit(at: position + 6, in: bytes), low & 0xFC00 == 0xDC00 else {
                throw TokenFormatError(.jsonString)  // a lone surrogate
            }
            return 12
        default:
            throw TokenFormatError(.jsonString)
        }
    }

    /// The UTF-8 bytes of a string's characters. The string was scanned before.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var characters = UnescapedBytes(text)
        while let byte = characters.next() { result.append(byte) }
        return result
    }

    /// The character that the escape at `position` stands for, and the escape's length in bytes.
    static func scalar(
        at position: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int) {
        guard text[position + 1] == UInt8(ascii: "u") else {
            return (Unicode.Scalar(character(for: text[position + 1])), 2)
        }
        let unit = UInt32(codeUnit(at: position, in: text) ?? 0xFFFD)
        guard unit & 0xFC00 == 0xD800, let low = codeUnit(at: position + 6, in: text) else {
            return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6)
        }
        return (Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (UInt32(low) & 0x3FF)) ?? "\u{FFFD}", 12)
    }

    private static func character(for letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The UTF-16 code unit that `\uXXXX` at `position` stands for.
    private static func codeUnit(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = hexDigit(bytes[position + offset]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

/// Well-formed UTF-8 as defined in table 3-7 of the Unicode Standard: nothing overlong, no surrogates, nothing above
/// U+10FFFF.
enum UTF8Sequence {
    /// The length in bytes of the character at `position`, whose first byte is not ASCII.
    static func length(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) throws(TokenFormatError) -> Int {
        let first = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF:
            length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { second = 0xA0...0xBF }
            if first == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { second = 0x90...0xBF }
            if first == 0xF4 { second = 0x80...0x8F }
        default:
            throw TokenFormatError(.jsonString)
        }
        guard bytes.count - position >= length, second.contains(bytes[position + 1]) else {
            throw TokenFormatError(.jsonString)
        }
        for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 {
            throw TokenFormatError(.jsonString)
        }
        return length
    }
}

/// Iterates over the UTF-8 bytes of a string that was scanned before, with its escapes decoded and without a copy.
struct UnescapedBytes: IteratorProtocol {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// What is left of the last escape's character: up to three bytes, the next one in the lowest bits.
    private var rest: UInt32 = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    mutating func next() -> UInt8? {
        if rest != 0 {
            defer { rest >>= 8 }
            return UInt8(truncatingIfNeeded: rest)
        }
        guard position < text.count else { return nil }
        guard text[position] == UInt8(ascii: "\\"), position + 1 < text.count else {
            defer { position += 1 }
            return text[position]
        }
        let (scalar, length) = JSONEscape.scalar(at: position, in: text)
        position += length
        var packed: UInt32 = 0
        for byte in scalar.utf8.reversed() { packed = packed << 8 | UInt32(byte) }
        rest = packed >> 8
        return UInt8(truncatingIfNeeded: packed)
    }
}
