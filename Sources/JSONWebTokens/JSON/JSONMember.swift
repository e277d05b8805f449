/// The kind of a JSON value.
public enum JSONKind: UInt8, Sendable {
    /// Another object.
    case object
    /// An array of values.
    case array
    /// A string.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
}

/// The position of one member of an object in the text. Strings are given without their quotes.
struct JSONMember: Sendable {
    /// A short key that tells most names apart without comparing them.
    var nameKey: JSONNameKey
    var nameStart: Int32
    var nameEnd: Int32
    var valueStart: Int32
    var valueEnd: Int32
    var kind: JSONKind
    var isNameEscaped: Bool
    var isValueEscaped: Bool
}

/// A range of the text that holds a string's characters.
struct JSONSpan {
    let start: Int
    let end: Int
    let isEscaped: Bool
}

/// A name's length, up to 255, and its first three bytes: equal for equal names, different for nearly all others.
struct JSONNameKey: Equatable, Sendable {
    private let bits: UInt32

    /// One of 64 bits, chosen by multiplicative hashing, which spreads names well.
    var bit: UInt64 { 1 << UInt64((bits &* 0x9E37_79B1) >> 26) }

    init(_ name: UnsafeBufferPointer<UInt8>) {
        var bits = UInt32(min(name.count, 255)) << 24
        if name.count > 0 { bits |= UInt32(name[0]) }
        if name.count > 1 { bits |= UInt32(name[1]) << 8 }
        if name.count > 2 { bits |= UInt32(name[2]) << 16 }
        self.bits = bits
    }

    /// The key of a string with its escapes decoded, without a copy.
    init(of span: JSONSpan, in bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
        guard span.isEscaped else {
            self.init(raw)
            return
        }
        var characters = UnescapedBytes(raw)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        while count < 255, let byte = characters.next() {
            if count < 3 { bits |= UInt32(byte) << (8 * count) }
            count += 1
        }
        self.init(bits: bits | count << 24)
    }

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// The key of an array's elements, which have no names.
    static let none = JSONNameKey(UnsafeBufferPointer(start: nil, count: 0))
}
