/// Limits of the HTTP service that an operator may set.
package struct ServiceLimits: Sendable, Equatable {
    /// Requests per minute and address in each limited group; 0 switches the limit off.
    package var requestsPerMinute = 120
    /// Requests per minute and address on the routes of the app's backend; 0 switches the limit off.
    package var backendRequestsPerMinute = 6_000
    /// Proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: [AddressRange] = []
    /// From where metrics and ended sessions may be read.
    package var operatorAddresses = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
    /// Connections that are open at once.
    package var maximumConnections = 4096
    /// Connections that are open at once from one network, proxies and this machine aside; 0 switches the limit off.
    package var maximumConnectionsPerNetwork = 256
    /// How long a connection may take for what.
    var times = ConnectionTimes()
    /// Whose connections are not counted by network, beside the trusted proxies: those of a proxy on this machine.
    var ownMachine = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    /// The default limits.
    package init() {}

    init(_ reading: inout ConfigurationReading) {
        requestsPerMinute = reading.number(.ratePerMinute, standard: 120)
        backendRequestsPerMinute = reading.number(.backendRatePerMinute, standard: 6_000)
        maximumConnections = reading.number(.maximumConnections, standard: 4096)
        maximumConnectionsPerNetwork = reading.number(.connectionsPerNetwork, standard: 256)
        trustedProxies = Self.ranges(.trustedProxies, &reading)
        let operators = Self.ranges(.operatorAddresses, &reading)
        if !operators.isEmpty { operatorAddresses = operators }
    }

    private static func ranges(_ key: ConfigurationKey, _ reading: inout ConfigurationReading) -> [AddressRange] {
        reading.list(key).compactMap { text in
            if let range = AddressRange(text) { return range }
            reading.add(fault: "\(key.name): \(text) is neither an address nor a range such as 10.0.0.0/8")
            return nil
        }
    }
}
