import HTTPConnections
package import HTTPServing
import Settings

/// The limits of the HTTP service that an operator can set. Each is documented where it is read.
package struct ServiceLimits: Sendable, Equatable {
    package var requestsPerMinute: Int
    package var backendRequestsPerMinute: Int
    package var trustedProxies: [AddressRange]
    package var operatorAddresses: [AddressRange]
    package var maximumConnections: Int
    package var maximumConnectionsPerNetwork: Int
    /// The timeouts of a connection.
    var times = ConnectionTimes()
    /// Addresses of this machine, such as a local proxy. Like trusted proxies, they are exempt from the limit per
    /// network.
    var ownMachine = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    /// The default limits.
    package init() { self.init(SettingsReader()) }

    init(_ settings: SettingsReader) {
        requestsPerMinute = settings.number(
            "rate_limits.per_minute", 120, in: 0...100_000,
            "Requests per address and minute in each group of routes ([below](#rate-limits)). 0 switches the limits off."
        )
        backendRequestsPerMinute = settings.number(
            "rate_limits.backend_per_minute", 6_000, in: 0...1_000_000,
            "The same on the routes of your own services (`/v1/accounts…`, `/v1/link-tickets`) and of OpenID clients "
                + "(`/oauth/token` and its neighbours). 0 switches it off.")
        trustedProxies = Self.ranges(
            "trusted_proxies", unset: "none", settings,
            "Addresses or ranges whose `X-Forwarded-For` is trusted ([below](#behind-a-proxy)).")
        let operators = Self.ranges(
            "operator_addresses", unset: "loopback", settings,
            "Addresses or ranges from which `/metrics` and `/v1/ended-sessions` need no key ([below](#behind-a-proxy))."
        )
        operatorAddresses = operators.isEmpty ? ownMachine : operators
        maximumConnections = settings.number(
            "maximum_connections", 4096, in: 1...1_000_000,
            "The maximum number of open connections ([below](#connections)).")
        maximumConnectionsPerNetwork = settings.number(
            "maximum_connections_per_network", 256, in: 0...1_000_000,
            "The maximum number of open connections from one network ([below](#connections)). 0 switches the limit off."
        )
    }

    private static func ranges(
        _ name: String, unset: String, _ settings: SettingsReader, _ meaning: String
    ) -> [AddressRange] {
        settings.list(name, unset: unset, meaning).compactMap { text in
            if let range = AddressRange(text) { return range }
            settings.add(fault: "\(name): \(text) is neither an address nor a range such as 10.0.0.0/8")
            return nil
        }
    }
}
