// SHA-256 with CryptoKit's interface (FIPS 180-4). Only for this check. The service verifies its results.
//
// Pages: https://developer.apple.com/documentation/cryptokit/
import Foundation

// Page: sha256digest
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct SHA256Digest: Sequence, Sendable {
    let bytes: [UInt8]
    // Page: sha256digest
    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}

// Page: sha256
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum SHA256 {
    private static let primes: [UInt32] = {
        var found: [UInt32] = []
        var candidate: UInt32 = 2
        while found.count < 64 {
            if !found.contains(where: { candidate % $0 == 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 32 bits of the root's fractional part. It uses integers, because a double is too short for the cube
    /// roots.
    private static func fraction(of prime: UInt32, root: Int) -> UInt32 {
        var (low, high): (UInt64, UInt64) = (0, 1 << 37)
        while high - low > 1 {
            let middle = (low + high) / 2
            let power = (0..<root).reduce(Decimal(1)) { product, _ in product * Decimal(middle) }
            let bound = Decimal(prime) * (0..<root).reduce(Decimal(1)) { p, _ in p * Decimal(4_294_967_296) }
            if power <= bound { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static let constants = primes.map { fraction(of: $0, root: 3) }
    private static let initial = primes.prefix(8).map { fraction(of: $0, root: 2) }

    // Page: hashfunction/hash(data:)
    public static func hash(data: Data) -> SHA256Digest {
        var message = Array(data)
        let bits = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        var state = initial
        for start in stride(from: 0, to: message.count, by: 64) { compress(message[start..<start + 64], &state) }
        return SHA256Digest(
            bytes: state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func compress(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[at + $1]) }
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
            let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var s = state
        for index in 0..<64 {
            let big = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
            let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
            let one = s[7] &+ big &+ choice &+ constants[index] &+ words[index]
            let small = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
            let two = small &+ ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]))
            s = [one &+ two, s[0], s[1], s[2], s[3] &+ one, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ s[index] }
    }
}
