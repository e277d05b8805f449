package import HTTPServing

/// How programs of this machine reach the emulator, whether or not they know names under `.localhost`.
///
/// Browsers and curl take every such name for this machine (RFC 6761 section 6.3). Node.js, Python, Ruby and most
/// others ask the system's resolver, which may not know them.
package struct LocalAddress: Sendable, Equatable {
    /// The origin with 127.0.0.1, or the listening address, in place of a name; nil if the emulator does not listen
    /// there.
    package let loopbackURL: String?
    /// The local name at which it listens; nil for an address, and for a name that others gave out.
    private let name: String?
    /// The address that stands for every address of the machine, if it listens there.
    private let wildcard: String?

    /// - Parameters:
    ///   - baseURL: the emulator's origin.
    ///   - listen: where it listens, as configured.
    package init(baseURL: String, listen: ListenAddress) {
        let port = baseURL.split(separator: ":").last.map(String.init) ?? ""
        let scheme = baseURL.prefix { $0 != ":" }
        wildcard = ["0.0.0.0", "::"].contains(listen.bindHost) ? listen.bindHost : nil
        let address = wildcard == nil ? listen.bindHost : "127.0.0.1"
        let isReached = ListenAddress.isLoopback(address) && NetworkAddress(address) != nil
        loopbackURL = isReached ? "\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)" : nil
        let isName = ListenAddress.isLoopback(listen.host) && NetworkAddress(listen.host) == nil
        name = isName ? listen.host : nil
    }

    /// What a person can do if the system's resolver does not know the name, as lines; none if it does.
    ///
    /// - Parameter resolve: looks up the addresses of a name. A resolver without an answer takes seconds.
    package func advice(resolve: (String) async -> [String]) async -> [String] {
        guard let name, let loopbackURL, await resolve(name).isEmpty else { return [] }
        let authority = loopbackURL.split(separator: "/").last.map(String.init) ?? ""
        return [
            "\(name) is unknown to this machine's resolver. Browsers and curl reach it all the same;",
            "Node.js, Python, Ruby and others do not. Do one of these:",
            "- add a line to /etc/hosts: 127.0.0.1 \(name)",
            "- start with --listen \(authority)",
            "- give such programs \(loopbackURL), if they do not read the discovery document",
        ]
    }

    /// What somebody should know who lets other machines reach the emulator, as lines; none at one address.
    ///
    /// - Parameter publicURL: the address that clients use, if it is configured.
    package func warning(publicURL: String?) -> [String] {
        guard let wildcard else { return [] }
        let open = "Everybody who reaches this machine can sign in as anybody."
        guard publicURL == nil else { return [open] }
        return [open, "\(wildcard) is no address for clients: name the one that they use with --public-url."]
    }
}
