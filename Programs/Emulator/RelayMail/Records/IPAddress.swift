import Foundation

/// The address of a client that sends mail: 4 or 16 octets.
package struct IPAddress: Sendable, Hashable {
    let octets: [UInt8]

    /// Parses an address. An IPv4-mapped IPv6 address becomes the IPv4 address (RFC 7208 section 5).
    package init?(_ text: String) {
        guard text.utf8.count <= 45, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            octets = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let all = withUnsafeBytes(of: six) { Array($0) }
            let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            octets = isMapped ? Array(all.suffix(4)) : all
        } else {
            return nil
        }
    }

    var isVersion4: Bool { octets.count == 4 }

    /// Whether the first bits are those of another address of the same kind.
    func matches(_ other: IPAddress, bits: Int) -> Bool {
        guard octets.count == other.octets.count else { return false }
        let whole = bits / 8
        guard octets.prefix(whole) == other.octets.prefix(whole) else { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
        return octets[whole] & mask == other.octets[whole] & mask
    }
}

extension IPAddress {
    package static let loopback = IPAddress(octets: [127, 0, 0, 1])

    private init(octets: [UInt8]) { self.octets = octets }

    /// The address as text, IPv6 without abbreviation.
    package var text: String {
        guard !isVersion4 else { return octets.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: octets.count, by: 2).map { place in
            String(UInt16(octets[place]) << 8 | UInt16(octets[place + 1]), radix: 16)
        }.joined(separator: ":")
    }
}
