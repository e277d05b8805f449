/// The address under which browsers reach this service: scheme, host and port only.
///
/// It comes from the configuration and never from a request header, so a hostile `Host` cannot redirect a browser
/// elsewhere (RFC 9700 section 4.11). `https` is required; `http` is allowed for loopback names only (RFC 8252 section
/// 7.3, RFC 6761 section 6.3).
package struct PublicURL: Sendable, Hashable, CustomStringConvertible {
    /// The origin as text, without a trailing slash: `https://id.example.com`.
    package let origin: String

    /// Whether browsers reach the service over TLS. If so, cookies get the `__Host-` prefix and `Secure`.
    package let isSecure: Bool

    /// Reads an origin; nil for anything else, such as a text with a path, query, user information, other scheme or bad
    /// port.
    package init?(_ text: String) {
        let lowered = text.lowercased()
        let secure = lowered.hasPrefix("https://")
        guard secure || lowered.hasPrefix("http://") else { return nil }
        var authority = lowered.dropFirst(secure ? 8 : 7)
        if authority.last == "/" { authority.removeLast() }
        guard let (host, port) = PublicURL.split(authority) else { return nil }
        guard secure || PublicURL.isLoopback(host) else { return nil }
        let isDefaultPort = port == nil || port == (secure ? 443 : 80)
        origin = (secure ? "https://" : "http://") + host + (isDefaultPort ? "" : ":\(port ?? 0)")
        isSecure = secure
    }

    /// The host, with its port unless it is the default one.
    package var host: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    /// The return URL to register with Apple for web clients.
    package var callbackURL: String { origin + "/web/callback" }

    /// The origin as text.
    package var description: String { origin }

    private static func split(_ authority: Substring) -> (host: String, port: Int?)? {
        var host = authority
        var port: Int?
        let hostEnd = authority.first == "[" ? authority.firstIndex(of: "]") : authority.startIndex
        guard let hostEnd else { return nil }
        if let colon = authority[hostEnd...].firstIndex(of: ":") {
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            guard let number = Int(digits), (1...65_535).contains(number) else { return nil }
            port = number
            host = authority[..<colon]
        }
        guard isHost(host) else { return nil }
        return (String(host), port)
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.first == "[" {
            let inner = host.dropFirst().dropLast()
            return host.last == "]" && !inner.isEmpty && inner.allSatisfy { $0 == ":" || $0.isHexDigit && $0.isASCII }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
                    }
            }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let octets = host.split(separator: ".", omittingEmptySubsequences: false)
        return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
    }
}
