/// A gzip file (RFC 1952) of zeros, made without holding them in memory. One byte sent decompresses to 158.
struct GzipBomb: Sendable {
    /// One block of fixed codes (RFC 1951 §3.2.6): the literal 0, then matches of 258 bytes at distance 1.
    private static let start: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    private static let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    private static let end = 7
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private let matches: Int

    /// The decompressed size is at least `unpackedSize`, and less than 258 bytes larger.
    init(unpackedSize: Int) { matches = (max(1, unpackedSize) + 256) / 258 }

    var unpackedSize: Int { 1 + 258 * matches }
    var packedSize: Int { Self.header.count + blockSize + 8 }

    private var blockSize: Int { (Self.start.count + Self.match.count * matches + Self.end + 7) / 8 }

    /// The file in pieces. All but the first and the last are the same.
    var pieces: some Sequence<[UInt8]> {
        // 13 bytes hold eight matches, so after the first two, the bytes repeat every 13
        let period = 13 * 1_024
        let alike = (2..<(2 + period)).map { byte(at: $0, isEndless: true) }
        let count = max(0, (blockSize - 4) / period)
        let first = Self.header + (0..<min(2, blockSize)).map { byte(at: $0) }
        let rest = (2 + count * period)..<max(2 + count * period, blockSize)
        let last =
            rest.map { byte(at: $0) } + Self.littleEndian(Self.checksum(ofZeros: unpackedSize))
            + Self.littleEndian(UInt32(truncatingIfNeeded: unpackedSize))
        return AnySequence([first]).chain(repeatElement(alike, count: count), [last])
    }

    private func byte(at position: Int, isEndless: Bool = false) -> UInt8 {
        (0..<8).reduce(UInt8(0)) { $0 | bit(at: 8 * position + $1, isEndless) << UInt8($1) }
    }

    private func bit(at position: Int, _ isEndless: Bool) -> UInt8 {
        guard position >= Self.start.count else { return Self.start[position] }
        let behind = position - Self.start.count
        // seven zeros are the end-of-block code, and zeros pad the last byte
        guard isEndless || behind < Self.match.count * matches else { return 0 }
        return Self.match[behind % Self.match.count]
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32 of `count` zero bytes. A zero bit is a linear map on 32 bits, so repeated squaring computes its power.
    static func checksum(ofZeros count: Int) -> UInt32 {
        var step: [UInt32] = [0xEDB8_8320] + (0..<31).map { 1 << UInt32($0) }
        var sum: UInt32 = 0xFFFF_FFFF
        var left = 8 * count
        while left > 0 {
            if left & 1 == 1 { sum = apply(step, sum) }
            step = step.map { apply(step, $0) }
            left >>= 1
        }
        return sum ^ 0xFFFF_FFFF
    }

    private static func apply(_ step: [UInt32], _ vector: UInt32) -> UInt32 {
        (0..<32).reduce(UInt32(0)) { vector >> UInt32($1) & 1 == 1 ? $0 ^ step[$1] : $0 }
    }
}

extension AnySequence {
    /// This sequence, followed by two others.
    fileprivate func chain(
        _ second: some Sequence<Element>, _ third: some Sequence<Element>
    ) -> some Sequence<Element> {
        [AnySequence(self), AnySequence(second), AnySequence(third)].lazy.joined()
    }
}
