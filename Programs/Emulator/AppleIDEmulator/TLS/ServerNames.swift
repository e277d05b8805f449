import HTTPServing

/// The names and addresses for which the server's certificate is made.
///
/// All of them are listed. Several clients refuse a wildcard directly below a top-level name, such as `*.localhost`.
struct ServerNames: Sendable, Equatable {
    /// Lower-case DNS names. One can begin with `*.`.
    private(set) var dnsNames = ["localhost", "idp.localhost", "appleid.localhost"]
    /// IP addresses, as 4 or 16 octets.
    private(set) var addresses = [[127, 0, 0, 1], Self.loopback6]

    static let loopback6 = [UInt8](repeating: 0, count: 15) + [1]

    /// The loopback names, and the names by which this emulator is reached.
    init(_ configuration: EmulatorConfiguration) {
        add(configuration.listen.host)
        if let host = configuration.publicURL.flatMap(Self.host(ofOrigin:)) { add(host) }
        for name in configuration.tlsNames { add(name) }
    }

    /// A single name.
    init(only name: String) { (dnsNames, addresses) = ([name], []) }

    /// A text that is neither a name nor an address adds nothing, nor does an address that means all interfaces.
    private mutating func add(_ text: String) {
        if let address = NetworkAddress(text) {
            let isSpecified = address.octets.contains { $0 != 0 }
            if isSpecified, !addresses.contains(address.octets) { addresses.append(address.octets) }
        } else {
            let name = text.lowercased()
            if Self.isName(name), !dnsNames.contains(name) { dnsNames.append(name) }
        }
    }

    /// Whether a certificate can name this host: letters, digits and hyphens in labels of up to 63, or an IP address. A
    /// wildcard is the whole first label, above at least two others.
    static func isHost(_ text: String) -> Bool { NetworkAddress(text) != nil || isName(text.lowercased()) }

    private static func isName(_ name: String) -> Bool {
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.first == "*" {
            labels.removeFirst()
            guard labels.count >= 2 else { return false }
        }
        return name.utf8.count <= 253 && !labels.isEmpty
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }

    /// The host of an origin such as `https://apple.example:8443`.
    private static func host(ofOrigin origin: String) -> String? {
        let authority = origin.split(separator: "/").dropFirst().first.map(String.init)
        guard let authority else { return nil }
        if let address = ListenAddress(authority) { return address.host }
        return authority.hasPrefix("[") ? String(authority.dropFirst().dropLast()) : authority
    }
}
