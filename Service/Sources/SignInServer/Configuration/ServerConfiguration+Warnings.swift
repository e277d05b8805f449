import SignInFlows

extension ServerConfiguration {
    /// What is allowed but hardly meant; one line each, for the log.
    package var warnings: [String] {
        var warnings: [String] = []
        // The service speaks no TLS itself: under https every request comes through a proxy, from the proxy's address.
        if publicURL?.isSecure == true, limits.trustedProxies.isEmpty {
            warnings.append(
                "trusted_proxies is empty although public_url is https: addresses of clients are unknown, so everyone "
                    + "behind the proxy counts as one client for the rate limits, a proxy on another machine as one "
                    + "network for the connections, and /metrics and /v1/ended-sessions require a key with the scope "
                    + "operations")
        }
        if policy.passwords.isOn, !policy.passwords.canMail {
            warnings.append(
                "passwords.enabled without mail.command or mail.folder: nobody can reset a password, and after a hundred "
                    + "wrong attempts in a row an account's password stops working until an operator clears them (siwa "
                    + "accounts clear-tries)")
        }
        return warnings
    }
}
