/// Base64url as RFC 7515, section 2, has it: no padding, no white space, and one text only for each sequence of bytes.
public enum Base64URL {
    /// The text of these bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode(buffer: $0) }) {
            return text
        }
        return Array(bytes).withUnsafeBufferPointer { encode(buffer: $0) }
    }

    /// The bytes of a text.
    ///
    /// Throws `base64url_invalid` for a foreign character, a length that no bytes have, or unused bits that are not zero.
    public static func decode(_ text: some StringProtocol) throws(TokenFormatError) -> [UInt8] {
        try decode(Array(text.utf8))
    }

    /// The bytes of a text given as its UTF-8 bytes.
    public static func decode(_ text: [UInt8]) throws(TokenFormatError) -> [UInt8] {
        guard let bytes = text.withUnsafeBufferPointer({ decode(buffer: UnsafeRawBufferPointer($0)) }) else {
            throw TokenFormatError(.base64URLInvalid)
        }
        return bytes
    }

    /// The bytes of a text, or nil where it is not strict base64url.
    static func decode(buffer text: UnsafeRawBufferPointer) -> [UInt8]? {
        decode(text, .init(start: nil, count: 0), .init(start: nil, count: 0))?.octets
    }

    /// The bytes of three texts, one behind the other in one block, with where the first and the second end; nil where one of the
    /// texts is not strict base64url.
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

    /// How many bytes a text of that length holds; nil for a length that no bytes have.
    private static func decodedCount(_ length: Int) -> Int? {
        let rest = length & 3
        return rest == 1 ? nil : length / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    }

    /// Eight characters at a time: a look-up for each gives twice 24 bits, and a top byte is set where a character is foreign.
    private static func fill(
        _ output: UnsafeMutableBufferPointer<UInt8>, from text: UnsafeRawBufferPointer,
        table: UnsafeBufferPointer<UInt32>
    ) -> Bool {
        var read = 0
        var write = 0
        var seen: UInt32 = 0
        let whole = text.count & ~3
        // As long as there is room for eight bytes, six are stored by one instruction, and the next ones overwrite the last two.
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
            // A foreign character's top byte spoils bits of a neighbour: then all of it is refused at the end.
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
            seen |= bits | (bits & 0xFFFF) << 16  // the twelve bits hold one byte; the last four must be zero
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
        case 3:
            let bits = table[Int(text[read])] | table[256 + Int(text[read + 1])] | table[512 + Int(text[read + 2])]
            seen |= bits | (bits & 0xFF) << 24  // eighteen bits hold two bytes; the last two must be zero
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
            output[write + 1] = UInt8(truncatingIfNeeded: bits >> 8)
        default:
            break
        }
        return seen & 0xFF00_0000 == 0
    }

    private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The text of these bytes, behind what is there.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let rest = bytes.count % 3
        let count = bytes.count / 3 * 4 + (rest == 0 ? 0 : rest + 1)
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

    /// For each of four places, the 256 characters' bits already shifted; 0xFF00_0000 for a character outside the alphabet.
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
