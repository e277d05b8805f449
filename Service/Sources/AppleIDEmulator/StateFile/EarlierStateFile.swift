import Foundation

/// The beginning of a state file of any format.
struct StateHeader: Decodable {
    let format: Int
    /// Subjects are derived from the seed. With another seed, apps would recognize nobody.
    let seed: UInt64

    /// Reads the first line of a journal. Nil if it is something else.
    init?(firstLine: some Sequence<UInt8>) {
        guard let header = try? JSONDecoder().decode(StateHeader.self, from: Data(firstLine)) else { return nil }
        self = header
    }

    /// Reads a document of format 1 or 2. Nil if it is something else.
    init?(document: [UInt8]) { self.init(firstLine: document) }

    func require(seed expected: UInt64) throws(StateFileFault) {
        guard (1...StateJournal.format).contains(format) else {
            throw StateFileFault(
                "is in format \(format), but this emulator reads formats 1 to \(StateJournal.format); "
                    + "a newer emulator wrote it")
        }
        guard seed == expected else {
            throw StateFileFault(
                "was written with seed \(seed), not seed \(expected): no account would be recognized")
        }
    }
}

/// Formats 1 and 2 of the state file: one JSON document. Format 1 has only consents and refresh tokens.
struct EarlierStateFile: Decodable {
    struct KeptConsent: Decodable {
        let key: Consent.Key
        let consent: Consent
    }

    struct RelayTurns: Decodable {
        let relay: RelayKey
        let turns: Int
    }

    let consents: [KeptConsent]
    let refreshTokens: [String: Grant]
    let changedPasswords: [String: String]?
    let deletedPeople: [String]?
    let forwardingOff: [RelayKey]?
    let relayTurns: [RelayTurns]?
    let waitingNotifications: [NotificationOutbox.Delivery]?

    var state: KeptState {
        var state = KeptState()
        for item in consents { state.consents[item.key] = item.consent }
        for (token, grant) in refreshTokens { state.refreshTokens[token] = grant }
        for (person, password) in changedPasswords ?? [:] { state.changedPasswords[person] = password }
        for person in deletedPeople ?? [] { state.deletedPeople[person] = true }
        for relay in forwardingOff ?? [] { state.forwardingOff[relay] = true }
        for item in relayTurns ?? [] { state.relayTurns[item.relay] = item.turns }
        for (position, delivery) in (waitingNotifications ?? []).enumerated() {
            var delivery = delivery
            delivery.number = position + 1
            state.waitingNotifications[position + 1] = delivery
        }
        return state
    }
}

extension StateJournal {
    /// Reads a document of format 1 or 2.
    init(earlier bytes: [UInt8], seed: UInt64) throws(StateFileFault) {
        guard let document = try? JSONDecoder().decode(EarlierStateFile.self, from: Data(bytes)) else {
            throw StateFileFault("is not a state file of this emulator")
        }
        self.init(seed: seed, state: document.state, length: bytes.count)
    }
}
