import Foundation
package import NIOCore

/// An IP address as 4 or 16 octets.
package struct NetworkAddress: Sendable, Hashable {
    /// The octets, in network order.
    package let octets: [UInt8]

    /// Parses an address. An IPv4-mapped IPv6 address becomes the IPv4 address.
    package init?(_ text: String) {
        guard text.utf8.count <= 45, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            octets = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            octets = Self.unmapped(withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// The address of a socket; `nil` for a Unix domain socket.
    package init?(_ socket: SocketAddress) {
        switch socket {
        case .v4(let address): octets = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): octets = Self.unmapped(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: return nil
        }
    }

    private static func unmapped(_ octets: [UInt8]) -> [UInt8] {
        let isMapped = octets.prefix(10).allSatisfy { $0 == 0 } && octets[10] == 0xFF && octets[11] == 0xFF
        return isMapped ? Array(octets.suffix(4)) : octets
    }

    /// The networks that share a rate limit, narrowest first, each with the number of subscribers whose budgets it
    /// gets.
    ///
    /// A subscriber has one IPv4 address or one IPv6 /64, and can use any number of addresses within the /64. A
    /// customer gets a /56 or a /48 just as easily (RFC 6177), so these must not multiply a subscriber's budget without
    /// limit.
    package var networks: [(prefix: [UInt8], share: Int)] {
        guard octets.count == 16 else { return [(octets, 1)] }
        return [(Array(octets.prefix(8)), 1), (Array(octets.prefix(7)), 4), (Array(octets.prefix(6)), 16)]
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// The address as text, IPv6 without abbreviation.
    package var description: String {
        guard octets.count == 16 else { return octets.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { place in
            String(UInt16(octets[place]) << 8 | UInt16(octets[place + 1]), radix: 16)
        }.joined(separator: ":")
    }
}

/// A range of IP addresses: `10.0.0.0/8`, or a single address.
package struct AddressRange: Sendable, Hashable {
    /// The address before the slash.
    package let address: NetworkAddress
    private let prefix: Int

    /// Parses a range; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        let width = address.octets.count * 8
        var prefix = width
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...width).contains(number) else { return nil }
            prefix = number
        }
        self.address = address
        self.prefix = prefix
    }

    /// Whether the address is in the range.
    package func contains(_ other: NetworkAddress) -> Bool {
        guard other.octets.count == address.octets.count else { return false }
        let whole = prefix / 8
        guard other.octets.prefix(whole).elementsEqual(address.octets.prefix(whole)) else { return false }
        let rest = prefix % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
        return other.octets[whole] & mask == address.octets[whole] & mask
    }
}
