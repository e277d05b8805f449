/// Limits of the HTTP service that an operator may set.
public struct ServiceLimits: Sendable, Equatable {
    /// Requests per minute and address in each limited group; 0 switches the limit off.
    public var requestsPerMinute = 120
    /// Proxies whose `X-Forwarded-For` is believed.
    public var trustedProxies: [AddressRange] = []
    /// Connections that are open at once.
    public var maximumConnections = 4096

    /// The default limits.
    public init() {}

    init(_ reading: inout ConfigurationReading) {
        requestsPerMinute = reading.number(.ratePerMinute, standard: 120)
        maximumConnections = reading.number(.maximumConnections, standard: 4096)
        for text in reading.list(.trustedProxies) {
            if let range = AddressRange(text) {
                trustedProxies.append(range)
            } else {
                reading.add(fault: "trusted_proxies: \(text) is neither an address nor a range such as 10.0.0.0/8")
            }
        }
    }
}
