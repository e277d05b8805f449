import SignInWithApple

/// Where a call really goes.
struct CallAddress {
    /// The address to connect to.
    let url: String
    /// The `Host` field, where it differs from that address.
    let hostField: String?

    /// `nil` for an address that must not be called: anything but https, unless it is on this machine.
    init?(_ address: String) {
        guard let origin = WebOrigin(address), origin.isSecure || origin.isLoopback else { return nil }
        guard !origin.isSecure, origin.isLocalhostName else {
            url = address
            hostField = nil
            return
        }
        let rest = address.dropFirst("http://".count).drop { $0 != "/" && $0 != "?" && $0 != "#" }
        let port = origin.port.map { ":\($0)" } ?? ""
        url = "http://127.0.0.1\(port)\(rest)"
        hostField = origin.host + port
    }
}
