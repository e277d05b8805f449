import SignInFlows

extension ServerConfiguration {
    /// What is allowed but hardly meant; one line each, for the log.
    public var warnings: [String] {
        // The service speaks no TLS itself: under https every request comes through a proxy, from the proxy's address.
        guard publicURL?.isSecure == true, limits.trustedProxies.isEmpty, limits.requestsPerMinute > 0 else {
            return []
        }
        return [
            "trusted_proxies is empty though public_url is https: everybody behind the proxy counts as one client for "
                + "the rate limits"
        ]
    }
}
