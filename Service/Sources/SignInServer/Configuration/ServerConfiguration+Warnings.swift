import SignInFlows

extension ServerConfiguration {
    /// What is allowed but hardly meant; one line each, for the log.
    package var warnings: [String] {
        var warnings: [String] = []
        // The service speaks no TLS itself: under https every request comes through a proxy, from the proxy's address.
        if publicURL?.isSecure == true, limits.trustedProxies.isEmpty {
            warnings.append(
                "trusted_proxies is empty though public_url is https: nobody's address is known, so everybody behind the "
                    + "proxy counts as one client for the rate limits, a proxy on another machine as one network for the "
                    + "connections, and /metrics and /v1/ended-sessions want a key with the scope operations")
        }
        if policy.passwords.isOn, !policy.passwords.canMail {
            warnings.append(
                "passwords.enabled without mail.command or mail.folder: nobody can reset a password, and after a hundred "
                    + "wrong tries in a row an account's password opens nothing until an operator clears them (siwa accounts "
                    + "clear-tries)")
        }
        return warnings
    }
}
