/// What survives a restart. A copy costs nothing, since it shares its storage with the world.
struct KeptState: Sendable {
    var consents: SharedDictionary<Consent.Key, Consent> = [:]
    var refreshTokens: SharedDictionary<String, Grant> = [:]
    var changedPasswords: SharedDictionary<String, String> = [:]
    var deletedPeople: SharedDictionary<String, Bool> = [:]
    var addedPeople: SharedDictionary<String, AddedPerson> = [:]
    var teams: SharedDictionary<String, ChangedTeam> = [:]
    var forwardingOff: SharedDictionary<RelayKey, Bool> = [:]
    var relayTurns: SharedDictionary<RelayKey, Int> = [:]
    var waitingNotifications: SharedDictionary<Int, NotificationOutbox.Delivery> = [:]
    var transfers: SharedDictionary<Int, AppTransfer> = [:]
    var transferIdentifiers: SharedDictionary<String, MigrationRecords.Identified> = [:]

    /// Every kind of entry, by its name in the state file.
    ///
    /// To keep something else, add a property, its kind here, and a line each to ``World/kept`` and
    /// ``World/restore(_:seed:)``. Nothing has to note its changes: they are what differs from the recorded state.
    static let kinds = [
        KeptKind("consents", \.consents), KeptKind("refreshTokens", \.refreshTokens),
        KeptKind("changedPasswords", \.changedPasswords), KeptKind("deletedPeople", \.deletedPeople),
        KeptKind("addedPeople", \.addedPeople), KeptKind("teams", \.teams),
        KeptKind("forwardingOff", \.forwardingOff), KeptKind("relayTurns", \.relayTurns),
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
            deletedPeople: deletedPeople.members, addedPeople: people.added, teams: portal.changed,
            forwardingOff: forwardingOff.members, relayTurns: relayTurns, waitingNotifications: outbox.kept,
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
        deletedPeople = SharedSet(members: kept.deletedPeople)
        forwardingOff = SharedSet(members: kept.forwardingOff)
        relayTurns = kept.relayTurns
        outbox.restore(kept.waitingNotifications)
        for person in deletedPeople { people.remove(person) }
        for (person, password) in changedPasswords { people.setPassword(password, of: person) }
    }
}
