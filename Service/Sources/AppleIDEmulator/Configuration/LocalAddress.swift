package import HTTPServing

/// How programs of this machine reach the emulator, whether or not they know names under `.localhost`.
///
/// Browsers and curl take every such name for this machine (RFC 6761 section 6.3). Node.js, Python, Ruby and most
/// others ask the system's resolver, which may not know them.
package struct LocalAddress: Sendable, Equatable {
    /// The origin with 127.0.0.1, or the listening address, in place of a name; nil if the emulator does not listen
    /// there.
    package let loopbackURL: String?
    /// The name that the system's resolver does not know.
    package let unknownName: String?

    /// - Parameters:
    ///   - baseURL: the emulator's origin.
    ///   - listen: where it listens, as configured.
    ///   - resolve: looks up the addresses of a name.
    package init(baseURL: String, listen: ListenAddress, resolve: (String) -> [String]) {
        let port = baseURL.split(separator: ":").last.map(String.init) ?? ""
        let scheme = baseURL.prefix { $0 != ":" }
        let address = listen.bindHost == "0.0.0.0" || listen.bindHost == "::" ? "127.0.0.1" : listen.bindHost
        let isReached = ListenAddress.isLoopback(address) && NetworkAddress(address) != nil
        loopbackURL = isReached ? "\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)" : nil
        let isName = ListenAddress.isLoopback(listen.host) && NetworkAddress(listen.host) == nil
        unknownName = isName && resolve(listen.host).isEmpty ? listen.host : nil
    }

    /// What a person can do about the unknown name, as lines; none if it is known.
    package var advice: [String] {
        guard let unknownName, let loopbackURL else { return [] }
        let authority = loopbackURL.split(separator: "/").last.map(String.init) ?? ""
        return [
            "\(unknownName) is unknown to this machine's resolver. Browsers and curl reach it all the same;",
            "Node.js, Python, Ruby and others do not. Do one of these:",
            "- add a line to /etc/hosts: 127.0.0.1 \(unknownName)",
            "- start with --listen \(authority)",
            "- give such programs \(loopbackURL), if they do not read the discovery document",
        ]
    }
}
