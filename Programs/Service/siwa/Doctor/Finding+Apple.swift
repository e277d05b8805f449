import SignInWithApple

/// What Apple's answers mean.
extension Finding {
    static func keysFetched(_ url: String) -> Finding {
        .fine("apple_keys_fetched", url, "Apple's key set was fetched.")
    }

    static func keysNotFetched(_ url: String, _ failure: AppleCallFailure) -> Finding {
        Finding(
            code: "apple_keys_not_fetched", level: .unknown, subject: url,
            meaning: "Apple's key set could not be fetched: \(failure.code).", advice: failure.advice,
            evidence: .documented)
    }

    static func clock(secondsAhead: Double) -> Finding {
        let seconds = Int(secondsAhead.rounded())
        guard CredentialDiagnosis.isOff(secondsAhead) else {
            return .fine(
                "clock_agrees", "clock", "This machine's clock agrees with Apple's to \(max(1, abs(seconds))) s.")
        }
        return Finding(
            code: "clock_wrong", level: .failure, subject: "clock",
            meaning: "This machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") Apple's.",
            advice: "Synchronise the clock (systemd-timesyncd or chrony). Until then valid tokens can be refused.",
            evidence: .documented)
    }

    /// The clock explains the refusals, so nothing else is concluded from them.
    static func clockRefused(_ team: String) -> Finding {
        Finding(
            code: "credentials_refused_by_time", level: .failure, subject: "team \(team)",
            meaning: "Apple refuses client secrets, which have the time of this machine's wrong clock.",
            advice: "Set the clock, then run the doctor again.", evidence: .judged)
    }

    static func teamRefused(_ probe: CredentialDiagnosis.Probe, by emulator: String?) -> Finding {
        Finding(
            code: "team_refused", level: .failure, subject: "team \(probe.team) (\(probe.teamID))",
            meaning: "\(emulator == nil ? "Apple" : "The emulator") refuses every key of this team for every client.",
            advice: emulator.map {
                "Compare team_id, each Key ID and the clients with what the emulator printed at its start, or with \($0)/portal. "
                    + "The key file is usually another one than the emulator's."
            }
                ?? "Compare team_id with the Team ID in Apple's developer account (Membership), and each Key ID with the "
                + "list under Keys. Check that the keys were not revoked and have Sign in with Apple. If the apps have "
                + "moved to another team, name both teams under transfers, and run siwa transfer export.",
            evidence: .judged)
    }

    static func keyRefused(_ subject: String) -> Finding {
        Finding(
            code: "key_refused", level: .failure, subject: subject,
            meaning: "Apple refuses this key for every client and accepts another key of the team.",
            advice:
                "Check under Keys that the key was not revoked, that its Key ID is this one, and that the file is the one "
                + "that was downloaded for it. Remove the key from the configuration if it was replaced.",
            evidence: .judged)
    }

    static func clientRefused(_ probe: CredentialDiagnosis.Probe) -> Finding {
        Finding(
            code: "client_refused", level: .failure,
            subject: "team \(probe.team), client \(probe.client) (\(probe.clientID))",
            meaning: "Apple refuses this client and accepts the same keys for another one.",
            advice:
                "Check under Identifiers that this App ID or Services ID exists in this team, is spelled exactly like this, "
                + "and has Sign in with Apple. For a Services ID, choose Configure, Save, Continue, Save. A key serves only "
                + "the apps grouped with its primary App ID. If the app has moved to another team, name both teams under "
                + "transfers, and run siwa transfer export.",
            evidence: .judged)
    }

    /// No client secret can be made with it, so Apple was not asked.
    static func keyNotUsable(_ subject: String, _ file: String, _ reason: String?) -> Finding {
        Finding(
            code: "key_not_usable", level: .failure, subject: subject,
            meaning: "\(file): " + (reason ?? "this is not a private key of Apple's for client secrets") + ".",
            advice: "Use the .p8 file as it was downloaded under Keys, with its BEGIN and END lines.",
            evidence: .documented)
    }

    static func pairRefused(_ subject: String) -> Finding {
        Finding(
            code: "key_not_for_client", level: .failure, subject: subject,
            meaning:
                "Apple accepts this key for other clients and this client with another key, but not the two together.",
            advice:
                "The key belongs to another primary App ID. If each group of apps has a key, make an entry under teams for "
                + "each group, with the same team_id. Otherwise group the client with the key's App ID.",
            evidence: .judged)
    }

    /// All is as Apple wants it, and the entry mixes it up: after each start, the first new person of a client fails.
    static func keysOfTwoGroups(_ team: String, _ keys: [String]) -> Finding {
        Finding(
            code: "keys_of_several_groups", level: .failure, subject: "team \(team)",
            meaning: "Each key works for some of the clients only: the keys belong to different primary App IDs.",
            advice:
                "Make an entry under teams for each group of apps, with the same team_id, its own key and its own clients. "
                + "Identities and accounts stay the same. Keys: \(keys.joined(separator: ", ")).",
            evidence: .judged)
    }

    static func unexpected(_ subject: String, _ code: String) -> Finding {
        Finding(
            code: "answer_unexpected", level: .warning, subject: subject,
            meaning: "Apple answered an impossible code with \(code) instead of invalid_grant.",
            advice:
                "If the client has kind web, compare public_url with the domains and return URLs of the Services ID.",
            evidence: .documented)
    }

    static func unanswered(_ subject: String, _ code: String) -> Finding {
        Finding(
            code: "apple_not_answering", level: .unknown, subject: subject,
            meaning: "Apple's token endpoint did not answer the question: \(code).",
            advice: "Check DNS, firewall and proxy of this machine, then run the doctor again.", evidence: .documented)
    }
}
