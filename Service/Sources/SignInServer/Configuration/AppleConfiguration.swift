package import SignInWithApple

/// How Apple, or an emulator, is reached.
package struct AppleConfiguration: Sendable, Equatable {
    /// Where Apple answers.
    package var endpoints: AppleEndpoints
    /// Seconds to wait for a connection.
    package var connectSeconds: Int
    /// Seconds to wait for a whole call.
    package var callSeconds: Int
    /// Origins beyond this machine that are called without TLS: none, or an emulator under `--insecure-development`.
    package var plainOrigins: Set<String> = []
}

extension AppleConfiguration {
    /// Reads the section; an emulator beyond this machine would let whoever answers there sign anybody in.
    init(_ reading: inout ConfigurationReading, allowsInsecureDevelopment: Bool) {
        connectSeconds = reading.number(.appleConnect, standard: 3)
        callSeconds = reading.number(.appleCall, standard: 10)
        endpoints = .apple
        let issuer = reading.text(.appleIssuer)
        guard let base = reading.text(.appleBaseURL) else {
            if issuer != nil { reading.add(fault: "apple.issuer: has a meaning only together with apple.base_url") }
            return
        }
        do {
            endpoints = try AppleEndpoints(emulator: base, issuer: issuer)
        } catch {
            reading.add(fault: "apple: \(error.code)")
            return
        }
        guard !endpoints.isLoopback else { return }
        if allowsInsecureDevelopment {
            plainOrigins = base.hasPrefix("http://") ? [base] : []
        } else {
            reading.add(fault: "apple.base_url: not a loopback address; refused without --insecure-development")
        }
    }
}
