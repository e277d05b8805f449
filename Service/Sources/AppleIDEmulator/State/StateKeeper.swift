import Foundation
import Synchronization

/// What outlives a restart: who agreed to what, and the refresh tokens that came of it.
struct KeptState: Codable, Sendable, Equatable {
    struct KeptConsent: Codable, Sendable, Equatable {
        let key: Consent.Key
        let consent: Consent
    }

    var format = 1
    /// Subjects follow from the seed; another seed would make strangers of everybody.
    let seed: UInt64
    let consents: [KeptConsent]
    let refreshTokens: [String: Grant]
}

/// Writes the state file: to a neighbour first, then renamed over it, so that a reader finds one or the other.
final class StateKeeper: Sendable {
    let path: String
    private let seed: UInt64
    private let last = Mutex<KeptState?>(nil)

    init(path: String, seed: UInt64) {
        self.path = path
        self.seed = seed
    }

    func load() throws -> KeptState? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let kept: KeptState
        do {
            kept = try JSONDecoder().decode(KeptState.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw EmulatorConfigurationFault(["state: \(path) is not a state file of this emulator."])
        }
        guard kept.format == 1, kept.seed == seed else {
            throw EmulatorConfigurationFault([
                "state: \(path) was written with seed \(kept.seed) in format \(kept.format), not seed \(seed) in format 1."
            ])
        }
        return kept
    }

    /// Writes when something changed; called under the state's lock, so that the file never goes back in time.
    func keep(consents: [Consent.Key: Consent], refreshTokens: [String: Grant]) throws {
        let kept = KeptState(
            seed: seed,
            consents: consents.map { .init(key: $0.key, consent: $0.value) }.sorted { one, other in
                (one.key.teamID, one.key.primaryApp, one.key.person)
                    < (other.key.teamID, other.key.primaryApp, other.key.person)
            }, refreshTokens: refreshTokens)
        try last.withLock { last in
            guard last != kept else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            // refresh tokens are inside: nobody else on the machine reads them
            try PrivateFile.write(try encoder.encode(kept), to: path)
            last = kept
        }
    }
}

extension World {
    mutating func restore(_ kept: KeptState) {
        for item in kept.consents { consents[item.key] = item.consent }
        tokens.refresh = kept.refreshTokens
    }
}
