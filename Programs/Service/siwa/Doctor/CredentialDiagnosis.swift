/// Tells from Apple's answers which part of the credentials is wrong.
///
/// Apple answers every wrong client secret with the same `invalid_client`. But it authenticates the client before it looks
/// at the code, so an impossible code shows whether the client was accepted: the answer is then `invalid_grant`
/// (RFC 6749 §5.2). With an answer for each pair of key and client, the refused pairs show what they have in common.
enum CredentialDiagnosis {
    /// Apple's answer to an impossible code, signed with one key for one client.
    struct Probe: Sendable, Equatable {
        enum Answer: Sendable, Equatable {
            /// The client secret was accepted and the code refused.
            case accepted
            /// `invalid_client`.
            case refused
            /// Another error, by its name.
            case other(String)
            /// No answer, by the name of the failure.
            case unanswered(String)
        }

        let team: String
        let teamID: String
        let key: String
        let client: String
        let clientID: String
        let answer: Answer

        var pair: String { "team \(team), key \(key), client \(client) (\(clientID))" }
    }

    /// - Parameters:
    ///   - secondsAhead: how far our clock is ahead of Apple's; nil if unknown.
    ///   - emulator: the emulator's origin, if one stands in for Apple.
    static func findings(_ probes: [Probe], secondsAhead: Double?, emulator: String? = nil) -> [Finding] {
        probes.map(\.team).uniqued().flatMap { team in
            findings(
                ofTeam: probes.filter { $0.team == team }, isClockOff: explainsRefusals(secondsAhead),
                emulator: emulator)
        }
    }

    /// Other programs tolerate little, so a small difference is worth a finding.
    static func isOff(_ secondsAhead: Double?) -> Bool { abs(secondsAhead ?? 0) > 30 }

    /// Client secrets are dated a minute back, and one that is kept has a minute left at least.
    private static func explainsRefusals(_ secondsAhead: Double?) -> Bool { abs(secondsAhead ?? 0) > 60 }

    private static func findings(ofTeam probes: [Probe], isClockOff: Bool, emulator: String?) -> [Finding] {
        let refused = probes.filter { $0.answer == .refused }
        let accepted = probes.filter { $0.answer == .accepted }
        var findings = accepted.map {
            Finding.fine("credentials_accepted", $0.pair, "Apple accepts this key for this client.")
        }
        for probe in probes {
            switch probe.answer {
            case .accepted, .refused: continue
            case .other(let code): findings.append(.unexpected(probe.pair, code))
            case .unanswered(let code): findings.append(.unanswered(probe.pair, code))
            }
        }
        guard !refused.isEmpty else { return findings }
        if isClockOff { return findings + [.clockRefused(refused[0].team)] }
        guard !accepted.isEmpty else { return findings + [.teamRefused(refused[0], by: emulator)] }
        // A key that nobody could use, then a client that no key could serve, explain their pairs. The rest stands alone.
        let keys = refused.map(\.key).uniqued().filter { key in !accepted.contains { $0.key == key } }
        let clients = refused.map(\.client).uniqued().filter { client in !accepted.contains { $0.client == client } }
        findings += keys.map { key in .keyRefused("team \(refused[0].team), key \(key)") }
        findings += clients.compactMap { client in
            refused.first { $0.client == client && !keys.contains($0.key) }.map { Finding.clientRefused($0) }
        }
        let pairs = refused.filter { !keys.contains($0.key) && !clients.contains($0.client) }
        if keys.isEmpty, clients.isEmpty, isSplit(probes) {
            return findings + [.keysOfTwoGroups(refused[0].team, probes.map(\.key).uniqued())]
        }
        return findings + pairs.map { .pairRefused($0.pair) }
    }

    /// Whether each client is accepted with one key, and each key for some clients: every group of apps has a key.
    private static func isSplit(_ probes: [Probe]) -> Bool {
        let accepted = probes.filter { $0.answer == .accepted }
        let clients = probes.map(\.client).uniqued()
        return clients.allSatisfy { client in accepted.count { $0.client == client } == 1 }
            && accepted.count + probes.count { $0.answer == .refused } == probes.count
    }
}

extension Sequence where Element: Hashable {
    /// The elements in their order, each once.
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
