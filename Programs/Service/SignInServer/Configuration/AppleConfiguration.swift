import Settings
package import SignInWithApple

/// The endpoints and timeouts for Apple or an emulator.
package struct AppleConfiguration: Sendable, Equatable {
    package var endpoints = AppleEndpoints.apple
    package var connectSeconds: Int
    package var callSeconds: Int
    /// Origins on other machines that may be called without TLS: none, or the emulator under `--insecure-development`.
    package var plainOrigins: Set<String> = []
}

extension AppleConfiguration {
    /// Reads the section. An emulator on another machine is refused by default, because it could sign in anybody.
    init(_ settings: SettingsReader, allowsInsecureDevelopment: Bool) {
        let base = settings.text(
            "apple.base_url", unset: "Apple's",
            "The origin of an emulator. Refused for another machine without `--insecure-development`.")
        let issuer = settings.text("apple.issuer", unset: "apple.base_url", "The issuer of the emulator's tokens.")
        connectSeconds = settings.number("apple.connect_seconds", 3, in: 1...30, "The timeout for connecting to Apple.")
        callSeconds = settings.number("apple.call_seconds", 10, in: 1...60, "The timeout for a whole call to Apple.")
        guard let base else {
            if issuer != nil { settings.add(fault: "apple.issuer: requires apple.base_url") }
            return
        }
        do {
            endpoints = try AppleEndpoints(emulator: base, issuer: issuer)
        } catch {
            settings.add(fault: "apple: \(error.code)")
            return
        }
        guard !endpoints.isLoopback else { return }
        if allowsInsecureDevelopment {
            plainOrigins = base.hasPrefix("http://") ? [base] : []
        } else {
            settings.add(fault: "apple.base_url: not a loopback address; refused without --insecure-development")
        }
    }
}
