package import SignInFlows
import SignInWithApple

extension ServerConfiguration {
    /// Settings that are allowed but probably not intended; one line each, for the log.
    package var warnings: [String] {
        var warnings: [String] = []
        // The service does not terminate TLS. With an https URL, every request therefore comes through a proxy.
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
        if policy.doors.hiddenAddresses == .refuse {
            warnings.append("sign_in.hidden_addresses: " + AccountDoors.reviewAdvice)
        }
        warnings += relayMail.warnings(from: mail?.from)
        warnings += policy.realPersonPolicy.warnings(proofURL: proofURL)
        return warnings + standIns + teams.flatMap(\.warnings) + (openID?.warnings ?? [])
    }

    /// What only a trial needs. Both look like the real service to people.
    private var standIns: [String] {
        var warnings: [String] = []
        if let emulator = emulatorOrigin {
            warnings.append(
                "apple.base_url: Apple is the emulator at \(emulator), where anybody can sign in as anybody")
        }
        if isDemo { warnings.append("demo: the demo page, which is for trials, is served at /") }
        return warnings
    }

    /// The Team IDs of all teams, including those of other companies that take part in a transfer.
    package var teamIDs: Set<String> {
        Set(teams.map(\.teamID) + transfers.flatMap { [$0.id($0.from, teams), $0.id($0.to, teams)] })
    }

    /// The origin of the emulator in Apple's place; nil at Apple.
    package var emulatorOrigin: String? {
        apple.endpoints == .apple ? nil : apple.endpoints.clientSecretAudience
    }
}

extension TeamConfiguration {
    /// Apple names the file of a key after its Key ID.
    fileprivate var warnings: [String] {
        keys.compactMap { key in
            let name = key.file.split(separator: "/").last ?? ""
            guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"), name != "AuthKey_\(key.id).p8" else { return nil }
            return "teams.\(self.name).keys.\(key.id): the file \(name) is named after another Key ID"
        }
    }
}

extension RealPersonPolicy {
    /// What Apple advises about its real-user status
    /// (https://developer.apple.com/documentation/authenticationservices/asuserdetectionstatus), and what nobody could do.
    fileprivate func warnings(proofURL: String?) -> [String] {
        var warnings: [String] = []
        if unknown == .hold {
            warnings.append(
                "real_person.unknown: hold blocks people of whom Apple's device is not sure. Apple reports unknown also "
                    + "if its check took too long, and advises to check such people further and never to block them; "
                    + "use ask")
        }
        if [web, android].contains(.ask), proofURL == nil {
            warnings.append(
                "real_person.proof_url is empty although real_person.web or real_person.android is ask: a person in a "
                    + "browser has no page on which to give a further proof")
        }
        return warnings
    }
}

extension AccountDoors {
    /// What App Review asks for, for everybody who closes the door to hidden addresses
    /// (https://developer.apple.com/app-store/review/guidelines/#login-services).
    package static let reviewAdvice =
        "new people who hide their email address get no account. App Review guideline 4.8 asks an app with a third-party "
        + "login for a login that lets people keep their address private, and Sign in with Apple is none then"
}
