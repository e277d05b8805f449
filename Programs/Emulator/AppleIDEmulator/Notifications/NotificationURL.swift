/// Where notifications may go: https, or http on this machine. An emulator that posts anywhere could be abused.
enum NotificationURL {
    static func isUsable(_ url: String) -> Bool { WebsiteURLs.isRegistrable(url) && !url.contains(":*") }

    static let rule = "https with a name, or http on loopback; no fragment"

    /// The address to connect to, and the `Host` header if it differs. Names under `localhost` belong to this machine
    /// (RFC 6761 §6.3), but few resolvers know them.
    static func address(of url: String) -> (url: String, host: String?) {
        let scheme = "http://"
        guard url.hasPrefix(scheme) else { return (url, nil) }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let host = authority.prefix { $0 != ":" }
        guard host.lowercased().hasSuffix(".localhost") else { return (url, nil) }
        return (scheme + "127.0.0.1" + rest.dropFirst(host.count), String(authority))
    }
}
