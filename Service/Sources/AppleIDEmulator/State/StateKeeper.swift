import Foundation
import Settings
import Synchronization

/// What survives a restart: consents, their refresh tokens, what people changed in their accounts, and unsent
/// notifications.
struct KeptState: Codable, Sendable, Equatable {
    struct KeptConsent: Codable, Sendable, Equatable {
        let key: Consent.Key
        let consent: Consent
    }

    /// Format 1 held only consents and refresh tokens. It can still be read.
    static let currentFormat = 2

    var format = Self.currentFormat
    /// Subjects are derived from the seed. With another seed, apps would recognize nobody.
    let seed: UInt64
    let consents: [KeptConsent]
    let refreshTokens: [String: Grant]
    var changedPasswords: [String: String]?
    var deletedPeople: [String]?
    var forwardingOff: [RelayKey]?
    var relayTurns: [RelayTurns]?
    var waitingNotifications: [NotificationOutbox.Delivery]?

    struct RelayTurns: Codable, Sendable, Equatable {
        let relay: RelayKey
        let turns: Int
    }
}

/// Reads and writes the state file. It is replaced atomically, so that a reader sees the old or the new state.
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
            throw ConfigurationFaults(["state: \(path) is not a state file of this emulator"])
        }
        guard (1...KeptState.currentFormat).contains(kept.format) else {
            throw ConfigurationFaults([
                "state: \(path) is in format \(kept.format), but this emulator reads formats 1 to "
                    + "\(KeptState.currentFormat); a newer emulator wrote it"
            ])
        }
        guard kept.seed == seed else {
            throw ConfigurationFaults([
                "state: \(path) was written with seed \(kept.seed), not seed \(seed): no account would be recognized"
            ])
        }
        return kept
    }

    /// Writes the file if something changed. Called under the state's lock, so that an older state cannot overwrite a
    /// newer one.
    func keep(_ world: borrowing World) throws {
        let kept = KeptState(
            seed: seed,
            consents: world.consents.all.map { .init(key: $0.key, consent: $0.value) }.sorted { one, other in
                (one.key.teamID, one.key.primaryApp, one.key.person)
                    < (other.key.teamID, other.key.primaryApp, other.key.person)
            }, refreshTokens: world.tokens.refresh, changedPasswords: world.changedPasswords,
            deletedPeople: world.deletedPeople.sorted(),
            forwardingOff: world.forwardingOff.sorted { ($0.teamID, $0.person) < ($1.teamID, $1.person) },
            relayTurns: world.relayTurns.map { .init(relay: $0.key, turns: $0.value) }.sorted {
                ($0.relay.teamID, $0.relay.person) < ($1.relay.teamID, $1.relay.person)
            }, waitingNotifications: world.outbox.kept)
        try last.withLock { last in
            guard last != kept else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            // the file contains refresh tokens, so other users of the machine must not read it
            try PrivateFile.write(try encoder.encode(kept), to: path)
            last = kept
        }
    }
}

extension World {
    mutating func restore(_ kept: KeptState) {
        for item in kept.consents {
            consents[item.key] = item.consent
            let subject = TeamSubjects.subject(
                of: item.key.person, people[item.key.person], team: item.key.teamID, seed: kept.seed)
            know(subject, as: item.key.person, in: item.key.teamID)
        }
        for (token, grant) in kept.refreshTokens { tokens.add(refresh: token, grant) }
        changedPasswords = kept.changedPasswords ?? [:]
        deletedPeople = Set(kept.deletedPeople ?? [])
        forwardingOff = Set(kept.forwardingOff ?? [])
        for item in kept.relayTurns ?? [] { relayTurns[item.relay] = item.turns }
        outbox.restore(kept.waitingNotifications ?? [])
        for person in deletedPeople { people.remove(person) }
        for (person, password) in changedPasswords { people.setPassword(password, of: person) }
    }
}
