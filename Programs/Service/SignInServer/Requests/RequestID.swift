import Synchronization

/// Identifies a request in its reply and in the log. It is unique, but not secret.
struct RequestID: Sendable {
    private let value: UInt64

    /// The id of the request that this task answers; nil in background work.
    @TaskLocal static var current: RequestID?

    private static let count = Atomic<UInt64>(0)
    private static let keys = (
        UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)
    )

    /// The next id: a counter, mixed with keys of this process. Nobody can tell from two ids how many requests came
    /// between them, and neighbouring lines of the log have very different ids. The mixing is a bijection, so ids do
    /// not repeat.
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

    /// The id as sixteen hexadecimal characters.
    var text: String {
        String(unsafeUninitializedCapacity: 16) { octets in
            for place in 0..<16 { octets[place] = character(at: place) }
            return 16
        }
    }

    /// Appends the same characters.
    func append(to octets: inout [UInt8]) {
        for place in 0..<16 { octets.append(character(at: place)) }
    }

    private func character(at place: Int) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(place))) & 0xF
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
