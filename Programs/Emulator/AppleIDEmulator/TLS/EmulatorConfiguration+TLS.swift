import HTTPServing

extension EmulatorConfiguration {
    /// The scheme of the address at which it listens.
    var scheme: String { tls ? "https" : "http" }

    /// What is wrong with the settings of TLS and of control calls.
    var connectionFaults: [String] {
        var found: [String] = []
        for name in tlsNames {
            if !ServerNames.isHost(name) {
                found.append("tls_names: \(name) is neither a host name nor an IP address")
            } else if Self.isApples("https://" + name), !allowsAppleIssuer {
                found.append(
                    "tls_names: \(name) is Apple's own name; use --allow-apple-issuer, or allow_apple_issuer in the file"
                )
            }
        }
        if !tls {
            if !tlsNames.isEmpty { found.append("tls_names: needs tls") }
            if tlsAuthority != nil { found.append("tls_authority: needs tls") }
            if faults.contains(where: { $0.endpoint == .connection }) {
                found.append("faults: a fault of connections needs tls")
            }
        }
        if let controlListen, !controlListen.isLoopback, controlToken == nil {
            found.append("control_listen: \(controlListen) is not loopback, so it needs control_token")
        }
        return found
    }
}

extension EmulatorState {
    /// Sets a fault for the next requests or connections.
    func setFault(_ fault: Fault, at endpoint: EndpointName) throws(FaultMistake) {
        guard endpoint != .connection || certificates != nil else {
            throw FaultMistake(code: "fault_tls", sentence: "Faults of connections need --tls.")
        }
        guard endpoint != .mail || configuration.mailListen != nil else {
            throw FaultMistake(code: "fault_mail", sentence: "Faults of mail need --mail.")
        }
        set(fault, at: endpoint)
    }

    /// Whether browsers reach the emulator by https, so that its cookies can be `Secure`.
    var hasSecureOrigin: Bool { baseURL.hasPrefix("https://") }
}

extension Answer {
    /// Sets a cookie, which is `Secure` if browsers reach the emulator by https.
    mutating func setCookie(_ cookie: String, _ state: EmulatorState) {
        headers.append(("Set-Cookie", state.hasSecureOrigin ? cookie + "; Secure" : cookie))
    }
}
