import Synchronization

/// The name of a request in its reply and in the log. Unique, and no secret.
struct RequestID: Sendable {
    private let value: UInt64

    private static let count = Atomic<UInt64>(0)
    private static let keys = (
        UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)
    )

    /// The next id: the count of requests, mixed under keys of this process, so that nobody reads from two ids how many
    /// requests others made in between, and no line is mistaken for its neighbour. No two counts become one id.
    static func next() -> RequestID {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return RequestID(value: mixed(mixed(number &+ keys.0) ^ keys.1) &+ keys.2)
    }

    /// The finalizer of MurmurHash3.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }

    /// Sixteen hexadecimal characters.
    var text: String {
        String(unsafeUninitializedCapacity: 16) { octets in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(place))) & 0xF
                octets[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
