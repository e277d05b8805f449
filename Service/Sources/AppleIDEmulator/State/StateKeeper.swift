import Foundation
import Settings
import Synchronization

/// What outlives a restart: who agreed to what, the refresh tokens that came of it, and what people did to their accounts.
struct KeptState: Codable, Sendable, Equatable {
    struct KeptConsent: Codable, Sendable, Equatable {
        let key: Consent.Key
        let consent: Consent
    }

    /// Format 1 knew consents and refresh tokens only; it is read, and written no more.
    static let currentFormat = 2

    var format = Self.currentFormat
    /// Subjects follow from the seed; another seed would make strangers of everybody.
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

    /// Writes when something changed; called under the state's lock, so that the file never goes back in time.
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
            // refresh tokens are inside: nobody else on the machine reads them
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
