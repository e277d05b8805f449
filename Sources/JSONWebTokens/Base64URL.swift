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
        let rest = text.count & 3
        guard rest != 1 else { return nil }
        let count = text.count / 4 * 3 + (rest == 0 ? 0 : rest - 1)
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, written in
            isValid = Base64URLTables.decoding.withUnsafeBufferPointer { fill(output, from: text, table: $0) }
            written = isValid ? count : 0
        }
        return isValid ? bytes : nil
    }

    /// Four characters at a time: four look-ups give the 24 bits, and the top byte is set where a character is foreign.
    private static func fill(
        _ output: UnsafeMutableBufferPointer<UInt8>, from text: UnsafeRawBufferPointer,
        table: UnsafeBufferPointer<UInt32>
    ) -> Bool {
        var read = 0
        var write = 0
        var seen: UInt32 = 0
        let whole = text.count & ~3
        // As long as there is room for a fourth byte, three are stored by one instruction, and the next ones overwrite it.
        let room = UnsafeMutableRawBufferPointer(output)
        while write + 4 <= output.count, read < whole {
            let four = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: read, as: UInt32.self))
            let bits =
                table[Int(four & 0xFF)] | table[256 + Int(four >> 8 & 0xFF)]
                | table[512 + Int(four >> 16 & 0xFF)] | table[768 + Int(four >> 24)]
            seen |= bits
            room.storeBytes(of: (bits << 8).bigEndian, toByteOffset: write, as: UInt32.self)
            read += 4
            write += 3
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
