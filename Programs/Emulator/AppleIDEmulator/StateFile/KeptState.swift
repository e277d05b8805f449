import HashTreeCollections

/// What survives a restart. A copy costs nothing, since it shares its storage with the world.
struct KeptState: Sendable {
    var consents: KeptDictionary<Consent.Key, Consent> = [:]
    var refreshTokens: KeptDictionary<String, Grant> = [:]
    var changedPasswords: KeptDictionary<String, String> = [:]
    var deletedPeople: TreeSet<String> = []
    var addedPeople: KeptDictionary<String, AddedPerson> = [:]
    var teams: KeptDictionary<String, ChangedTeam> = [:]
    var forwardingOff: TreeSet<RelayKey> = []
    var relayTurns: KeptDictionary<RelayKey, Int> = [:]
    var waitingNotifications: KeptDictionary<Int, NotificationOutbox.Delivery> = [:]
    var transfers: KeptDictionary<Int, AppTransfer> = [:]
    var transferIdentifiers: KeptDictionary<String, MigrationRecords.Identified> = [:]

    /// Every kind of entry, by its name in the state file.
    ///
    /// To keep something else, add a property, its kind here, and a line each to ``World/kept`` and
    /// ``World/restore(_:seed:)``. Nothing has to note its changes: they are what differs from the recorded state.
    static let kinds = [
        KeptKind("consents", \.consents), KeptKind("refreshTokens", \.refreshTokens),
        KeptKind("changedPasswords", \.changedPasswords), KeptKind("deletedPeople", members: \.deletedPeople),
        KeptKind("addedPeople", \.addedPeople), KeptKind("teams", \.teams),
        KeptKind("forwardingOff", members: \.forwardingOff), KeptKind("relayTurns", \.relayTurns),
        KeptKind("waitingNotifications", \.waitingNotifications), KeptKind("transfers", \.transfers),
        KeptKind("transferIdentifiers", \.transferIdentifiers),
    ]

    /// The number of entries of all kinds.
    var count: Int { Self.kinds.reduce(0) { $0 + $1.count(self) } }
}

extension World {
    /// What survives a restart.
    var kept: KeptState {
        KeptState(
            consents: consents.byKey, refreshTokens: tokens.refresh, changedPasswords: changedPasswords,
            deletedPeople: deletedPeople, addedPeople: people.added, teams: portal.changed,
            forwardingOff: forwardingOff, relayTurns: relayTurns, waitingNotifications: outbox.kept,
            transfers: portal.transfers, transferIdentifiers: migration.identifiers)
    }

    /// Brings back what was kept. A configured person takes precedence over an added one with the same key or address.
    mutating func restore(_ kept: KeptState, seed: UInt64) {
        for changed in portal.allowed(kept.teams) { add(changed.team) }
        portal.transfers = kept.transfers
        migration.identifiers = kept.transferIdentifiers
        for added in kept.addedPeople.values.sorted(by: { $0.number < $1.number }) { _ = people.restore(added) }
        for (key, consent) in kept.consents {
            consents[key] = consent
            let subject = TeamSubjects.subject(of: key.person, people[key.person], team: key.teamID, seed: seed)
            know(subject, as: key.person, in: key.teamID)
            guard let giver = consent.transferredFrom else { continue }
            // the giver still asks by its own subjects, and so do devices
            know(
                TeamSubjects.subject(of: key.person, people[key.person], team: giver, seed: seed), as: key.person,
                in: giver)
        }
        for (token, grant) in kept.refreshTokens { tokens.add(refresh: token, grant) }
        changedPasswords = kept.changedPasswords
        deletedPeople = kept.deletedPeople
        forwardingOff = kept.forwardingOff
        relayTurns = kept.relayTurns
        outbox.restore(kept.waitingNotifications)
        for person in deletedPeople { people.remove(person) }
        for (person, password) in changedPasswords { people.setPassword(password, of: person) }
    }
}
