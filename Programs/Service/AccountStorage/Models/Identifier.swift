public import Foundation

/// Sixteen bytes that identify one `Owner`, ordered by these bytes.
///
/// Callers generate them. Account identifiers are random. Those of sessions, attempts and lines of the audit start with
/// their time, so that rows are appended and are found by their time without an index. Those of identities are derived by
/// hashing.
public struct Identifier<Owner>: Hashable, Comparable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// The identifier whose bytes are these two numbers in big-endian order.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier with these sixteen bytes; `nil` for any other number of bytes.
    public init?(bytes: [UInt8]) {
        guard let identifier = bytes.withUnsafeBytes({ Self(copying: $0) }) else { return nil }
        self = identifier
    }

    /// The identifier with these sixteen bytes; `nil` for any other number of bytes.
    package init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// The identifier with this text: exactly 32 lowercase hexadecimal digits. `nil` for any other text.
    public init?(text: String) {
        guard text.utf8.count == 32 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(character - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): bytes.append(character - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        self.init(bytes: stride(from: 0, to: 32, by: 2).map { bytes[$0] << 4 | bytes[$0 + 1] })
    }

    /// The first identifier that starts with this time: six bytes with the milliseconds since 1970. A time before 1970 or
    /// after the last one that fits is that limit.
    public static func first(at moment: Date) -> Self {
        let milliseconds = min(max(0, moment.millisecondsSince1970), 0xFFFF_FFFF_FFFF)
        return Self(high: UInt64(milliseconds) << 16, low: 0)
    }

    /// The time that the identifier starts with, if it starts with one.
    package var time: Date { Date(millisecondsSince1970: Int64(high >> 16)) }

    /// The sixteen bytes.
    public var bytes: [UInt8] {
        withBytes { Array($0) }
    }

    /// Calls `body` with the sixteen bytes, without copying them to the heap.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }

    /// The bytes as 32 lowercase hexadecimal digits.
    public var text: String {
        String(unsafeUninitializedCapacity: 32) { text in
            var place = 0
            for word in [high, low] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    let digit = UInt8(truncatingIfNeeded: word >> shift) & 15
                    text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                    place += 1
                }
            }
            return place
        }
    }

    /// Whether the first identifier's bytes come before the second's.
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
