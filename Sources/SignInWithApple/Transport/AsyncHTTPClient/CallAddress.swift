#if AsyncHTTPClient
    /// The address to which a call is sent.
    struct CallAddress {
        /// The address to connect to.
        let url: String
        /// The `Host` header, if it differs from that address.
        let hostField: String?

        /// Returns `nil` for an address that must not be called: neither https, nor on this machine, nor one of the
        /// plain origins.
        init?(_ address: String, plainOrigins: [WebOrigin] = []) {
            guard let origin = WebOrigin(address),
                origin.isSecure || origin.isLoopback || plainOrigins.contains(where: { $0.isSame(as: origin) })
            else { return nil }
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

    extension WebOrigin {
        /// Compares origins as in RFC 6454 §5, with the default port if none is given.
        fileprivate func isSame(as other: WebOrigin) -> Bool {
            let usual = isSecure ? 443 : 80
            return isSecure == other.isSecure && host == other.host && (port ?? usual) == (other.port ?? usual)
        }
    }
#endif
