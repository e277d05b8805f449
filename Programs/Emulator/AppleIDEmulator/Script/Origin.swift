/// The origin of a URL, as browsers compare it (HTML, "Origin").
enum Origin {
    private static let standardPorts = ["http": "80", "https": "443"]

    /// Scheme, host and port of a URL in lower case, without the standard port of its scheme.
    static func of(_ url: String) -> String {
        let parts = url.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return url }
        let scheme = String(parts[0])
        let authority = String(parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard let port = standardPorts[scheme], authority.hasSuffix(":" + port) else {
            return scheme + "://" + authority
        }
        return scheme + "://" + authority.dropLast(port.count + 1)
    }
}
