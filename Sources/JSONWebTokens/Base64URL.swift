/// Base64url as defined in RFC 7515, section 2: no padding, no white space, and exactly one text for each sequence of
/// bytes.
public enum Base64URL {
    /// Encodes bytes as base64url text.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode(buffer: $0) }) {
            return text
        }
        return Array(bytes).withUnsafeBufferPointer { encode(buffer: $0) }
    }

    /// Decodes base64url text.
    ///
    /// Throws `base64url_invalid` for a character outside the alphabet, an impossible length, or unused bits that are
    /// not zero.
    public static func decode(_ text: some StringProtocol) throws(TokenFormatError) -> [UInt8] {
        let inPlace = text.utf8.withContiguousStorageIfAvailable { decode(buffer: UnsafeRawBufferPointer($0)) }
        guard let decoded = inPlace else { return try decode(Array(text.utf8)) }
        guard let bytes = decoded else { throw TokenFormatError(.base64URLInvalid) }
        return bytes
    }

    /// Decodes base64url text that is given as UTF-8 bytes.
    public static func decode(_ text: [UInt8]) throws(TokenFormatError) -> [UInt8] {
        guard let bytes = text.withUnsafeBufferPointer({ decode(buffer: UnsafeRawBufferPointer($0)) }) else {
            throw TokenFormatError(.base64URLInvalid)
        }
        return bytes
    }

    /// Decodes a text, or returns nil if it is not strict base64url.
    static func decode(buffer text: UnsafeRawBufferPointer) -> [UInt8]? {
        decode(text, .init(start: nil, count: 0), .init(start: nil, count: 0))?.octets
    }

    /// Decodes three texts into one block, and returns it with the ends of the first and the second part. Returns nil
    /// if one of the texts is not strict base64url.
    static func decode(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ third: UnsafeRawBufferPointer
    ) -> (octets: [UInt8], firstEnd: Int, secondEnd: Int)? {
        guard let one = decodedCount(first.count), let two = decodedCount(second.count),
            let three = decodedCount(third.count)
        else { return nil }
        let count = one + two + three
        var isValid = false
        let octets = [UInt8](unsafeUninitializedCapacity: count) { output, written in
            let output = UnsafeMutableBufferPointer(rebasing: output[..<count])
            isValid = Base64URLTables.decoding.withUnsafeBufferPointer { table in
                fill(.init(rebasing: output[..<one]), from: first, table: table)
                    && fill(.init(rebasing: output[one..<one + two]), from: second, table: table)
                    && fill(.init(rebasing: output[(one + two)...]), from: third, table: table)
            }
            written = isValid ? count : 0
        }
        return isValid ? (octets, one, one + two) : nil
    }

    /// The number of bytes that a text of this length encodes, or nil if the length is impossible.
    private static func decodedCount(_ length: Int) -> Int? {
        let rest = length & 3
        return rest == 1 ? nil : length / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    }

    /// Decodes eight characters at a time. Two groups of four table look-ups give 24 bits each. The top byte of a group
    /// is set if one of its characters is outside the alphabet.
    private static func fill(
        _ output: UnsafeMutableBufferPointer<UInt8>, from text: UnsafeRawBufferPointer,
        table: UnsafeBufferPointer<UInt32>
    ) -> Bool {
        var read = 0
        var write = 0
        var seen: UInt32 = 0
        let whole = text.count & ~3
        // While there is room for eight bytes, one instruction stores six bytes, and the next store overwrites the last
        // two.
        let room = UnsafeMutableRawBufferPointer(output)
        while write &+ 8 <= output.count, read &+ 8 <= whole {
            let eight = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: read, as: UInt64.self))
            let first =
                table[Int(eight & 0xFF)] | table[256 &+ Int(eight >> 8 & 0xFF)]
                | table[512 &+ Int(eight >> 16 & 0xFF)] | table[768 &+ Int(eight >> 24 & 0xFF)]
            let second =
                table[Int(eight >> 32 & 0xFF)] | table[256 &+ Int(eight >> 40 & 0xFF)]
                | table[512 &+ Int(eight >> 48 & 0xFF)] | table[768 &+ Int(eight >> 56)]
            seen |= first | second
            // The top byte of an invalid group corrupts the bits next to it. This is harmless: the whole text is
            // refused at the end.
            let bits = UInt64(first) << 40 | UInt64(second) << 16
            room.storeBytes(of: bits.bigEndian, toByteOffset: write, as: UInt64.self)
            read &+= 8
            write &+= 6
        }
        while read < whole {
            let bits =
                table[Int(text[read])] | table[256 + Int(text[read + 1])]
                | table[512 + Int(text[read + 2])] | table[768 + Int(text[read + 3])]
            seen |= bits
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
            output[write + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[write + 2] = UInt8(truncatingIfNeeded: bits)
            read += 4
            write += 3
        }
        switch text.count - read {
        case 2:
            let bits = table[Int(text[read])] | table[256 + Int(text[read + 1])]
            seen |= bits | (bits & 0xFFFF) << 16  // twelve bits hold one byte, and the last four must be zero
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
        case 3:
            let bits = table[Int(text[read])] | table[256 + Int(text[read + 1])] | table[512 + Int(text[read + 2])]
            seen |= bits | (bits & 0xFF) << 24  // eighteen bits hold two bytes, and the last two must be zero
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
            output[write + 1] = UInt8(truncatingIfNeeded: bits >> 8)
        default:
            break
        }
        return seen & 0xFF00_0000 == 0
    }

    private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        let count = encodedCount(bytes.count)
        return String(unsafeUninitializedCapacity: count) { output in
            Base64URLTables.alphabet.withUnsafeBufferPointer { fill(output, with: bytes, alphabet: $0) }
            return count
        }
    }

    /// The number of characters for a number of bytes.
    private static func encodedCount(_ count: Int) -> Int {
        let rest = count % 3
        return count / 3 * 4 + (rest == 0 ? 0 : rest + 1)
    }

    /// Appends the base64url text of the bytes.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let count = encodedCount(bytes.count)
        text += [UInt8](unsafeUninitializedCapacity: count) { output, written in
            Base64URLTables.alphabet.withUnsafeBufferPointer { fill(output, with: bytes, alphabet: $0) }
            written = count
        }
    }

    private static func fill(
        _ output: UnsafeMutableBufferPointer<UInt8>, with bytes: UnsafeBufferPointer<UInt8>,
        alphabet: UnsafeBufferPointer<UInt8>
    ) {
        var write = 0
        var read = 0
        while read + 3 <= bytes.count {
            let bits = Int(bytes[read]) << 16 | Int(bytes[read + 1]) << 8 | Int(bytes[read + 2])
            output[write] = alphabet[bits >> 18]
            output[write + 1] = alphabet[bits >> 12 & 63]
            output[write + 2] = alphabet[bits >> 6 & 63]
            output[write + 3] = alphabet[bits & 63]
            read += 3
            write += 4
        }
        guard read < bytes.count else { return }
        let hasSecond = read + 1 < bytes.count
        let bits = Int(bytes[read]) << 16 | (hasSecond ? Int(bytes[read + 1]) << 8 : 0)
        output[write] = alphabet[bits >> 18]
        output[write + 1] = alphabet[bits >> 12 & 63]
        if hasSecond { output[write + 2] = alphabet[bits >> 6 & 63] }
    }
}

private enum Base64URLTables {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The bits of each of the 256 characters, already shifted for each of the four places in a group. Characters
    /// outside the alphabet have 0xFF00_0000.
    static let decoding: [UInt32] = {
        var table = [UInt32](repeating: 0xFF00_0000, count: 4 * 256)
        for place in 0..<4 {
            for (value, character) in alphabet.enumerated() {
                table[256 * place + Int(character)] = UInt32(value) << UInt32(18 - 6 * place)
            }
        }
        return table
    }()
}
