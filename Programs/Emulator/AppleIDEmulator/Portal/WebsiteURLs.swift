import HTTPServing

/// The rules for the domains and return URLs of a Services ID
/// (Apple: "Configuring your environment for Sign in with Apple").
enum WebsiteURLs {
    /// The entries of a field in which commas separate them, as in Apple's portal. Lines work as well.
    static func list(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split { $0 == "," || $0.isWhitespace }.map(String.init).filter { seen.insert($0).inserted }
    }

    /// Whether a domain or subdomain can be saved: a name without scheme and path. The emulator also takes a loopback
    /// name, optionally with a port.
    static func isDomain(_ name: String, allowsLocal: Bool) -> Bool {
        isDomainName(name) || allowsLocal && isLocal(name)
    }

    /// Whether a URL may be registered: https, or http on loopback, without a fragment.
    static func isRegistrable(_ url: String) -> Bool {
        guard let parts = URLParts(url), !url.contains("#") else { return false }
        if parts.port == "*" && !ListenAddress.isLoopback(parts.host) { return false }
        return parts.scheme == "https" || parts.scheme == "http" && ListenAddress.isLoopback(parts.host)
    }

    /// Whether a return URL can be saved: https with a domain name and a path, without a fragment. The emulator also takes
    /// http on loopback.
    static func isReturnURL(_ url: String, allowsLocal: Bool) -> Bool {
        guard isRegistrable(url), let parts = URLParts(url), parts.rest.hasPrefix("/") else { return false }
        if ListenAddress.isLoopback(parts.host) { return allowsLocal }
        return parts.scheme == "https" && isDomainName(String(parts.host))
    }

    /// Whether Apple would refuse the URL because it names this machine.
    static func isLocalURL(_ url: String) -> Bool {
        URLParts(url).map { ListenAddress.isLoopback($0.host) } ?? false
    }

    /// The domain that a return URL needs. A loopback name keeps its port, unless it stands for any.
    static func domain(of url: String) -> String? {
        guard let parts = URLParts(url) else { return nil }
        let host = parts.host.lowercased()
        guard ListenAddress.isLoopback(parts.host), let port = parts.port, port != "*" else { return host }
        return "\(host):\(port)"
    }

    private static func isLocal(_ name: String) -> Bool {
        if ListenAddress.isLoopback(name) { return true }
        guard let address = ListenAddress(name), address.port > 0 else { return false }
        return address.isLoopback
    }

    /// Whether a text is a domain with at least two labels, in ASCII.
    static func isDomainName(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, name.utf8.count <= 253, !ListenAddress.isLoopback(name) else { return false }
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        // an IP address is not a domain
        return areLabels && labels.last?.contains(where: \.isLetter) == true
    }
}
