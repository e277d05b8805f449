/// Scheme, host and port of an address, parsed strictly, because they decide whether the address may be called at all.
package struct WebOrigin: Sendable, Equatable {
    package let isSecure: Bool
    /// The host in lower case, an IPv6 address without its brackets.
    package let host: String
    package let port: Int?

    /// Parses the start of an address. Returns `nil` for another scheme, user information, unexpected characters or no
    /// host.
    /// - Parameter requiresBareOrigin: whether anything after host and port is refused, even a slash.
    package init?(_ address: String, requiresBareOrigin: Bool = false) {
        guard address.isVisibleASCII, !address.contains("\\") else { return nil }
        let rest: Substring
        if address.hasPrefix("https://") {
            (isSecure, rest) = (true, address.dropFirst(8))
        } else if address.hasPrefix("http://") {
            (isSecure, rest) = (false, address.dropFirst(7))
        } else {
            return nil
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if requiresBareOrigin, authority.count != rest.count { return nil }
        guard let (host, port) = Self.split(authority) else { return nil }
        self.host = host.lowercased()
        self.port = port
    }

    /// Whether the host can only be this machine: RFC 6761 §6.3 for names, RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3 for
    /// addresses.
    package var isLoopback: Bool {
        if isLocalhostName || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }

    /// Whether the host is `localhost` or a subdomain of it.
    package var isLocalhostName: Bool {
        host == "localhost" || host.hasSuffix(".localhost")
    }

    private static func split(_ authority: Substring) -> (host: Substring, port: Int?)? {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let host = authority[authority.index(after: authority.startIndex)..<end]
            guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
            return read(port: authority[authority.index(after: end)...]).map { (host, $0) }
        }
        let host = authority.prefix { $0 != ":" }
        let isName = host.utf8.allSatisfy { octet in
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard !host.isEmpty, isName else { return nil }
        return read(port: authority.dropFirst(host.count)).map { (host, $0) }
    }

    /// The number after the colon, or an inner `nil` if there is no colon.
    private static func read(port text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.count), digits.allSatisfy(\.isNumber),
            let port = UInt16(digits), port > 0
        else { return nil }
        return .some(Int(port))
    }
}
