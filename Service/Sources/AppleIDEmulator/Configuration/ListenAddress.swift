/// Host and port to listen on. Names under `.localhost` are loopback (RFC 6761, section 6.3), whatever DNS says.
package struct ListenAddress: Sendable, Equatable {
    /// A name or an address, without brackets.
    package let host: String
    /// 0 picks a free port.
    package let port: Int

    /// An address from its two parts.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; nil when it is not that.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        guard let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port) else { return nil }
        var host = text[..<colon]
        if host.first == "[" && host.last == "]" { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: host.lowercased(), port: port)
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// The address handed to the socket: loopback names are not looked up.
    var bindHost: String { host == "localhost" || host.hasSuffix(".localhost") ? "127.0.0.1" : host }

    /// The origin clients use once the port is known.
    func baseURL(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The host of an `Origin` header; empty for `null`.
    static func host(ofOrigin origin: String) -> String {
        guard let separator = origin.firstRange(of: "://") else { return "" }
        let authority = String(origin[separator.upperBound...])
        return ListenAddress(authority)?.host ?? authority
    }

    /// `localhost`, `*.localhost`, 127.0.0.0/8 and ::1.
    static func isLoopback(_ host: some StringProtocol) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
