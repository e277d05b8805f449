/// Where a server listens: a host and a port, such as `127.0.0.1:8080` or `[::1]:8080`. Port 0 means any free port.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host; an IPv6 address has no brackets.
    package let host: String
    package let port: Int

    /// Creates an address from a host and a port.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`; `nil` for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2F }) else { return nil }
        self.init(host: host.lowercased(), port: port)
    }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether a host means this machine: `localhost` and names below it (RFC 6761 §6.3), 127.0.0.0/8 and ::1.
    package static func isLoopback(_ host: some StringProtocol) -> Bool {
        if isLocalName(host) { return true }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard let octets = NetworkAddress(String(isBracketed ? host.dropFirst().dropLast() : host[...]))?.octets else {
            return false
        }
        return octets.count == 4 ? octets.first == 127 : octets == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func isLocalName(_ host: some StringProtocol) -> Bool {
        let name = host.lowercased()
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// The host to bind the socket to. Local names are not looked up in DNS, whose answer could differ.
    package var bindHost: String { Self.isLocalName(host) ? "127.0.0.1" : host }

    /// The address as written in the configuration.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
