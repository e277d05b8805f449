import HTTPServing
import HashTreeCollections

/// `/_emulator/snapshot` and `/_emulator/log`: the emulator's state, and what it answered and why.
struct InspectionControl: Sendable {
    let state: EmulatorState

    func clearLog() throws -> Answer {
        state.note { $0.log.clear() }
        return try log()
    }

    /// The whole log, or only the entries of one client, path or cause (`?client_id=…&path=…&cause=…`).
    func log(_ query: String? = nil) throws -> Answer {
        let wanted = FormFields(decoding: (query ?? "").utf8)
        return try .reply(
            state.read { world in
                let entries = world.log.entries.filter { entry in
                    (wanted?["client_id"].map { $0 == entry.client } ?? true)
                        && (wanted?["path"].map { $0 == entry.path } ?? true)
                        && (wanted?["cause"].map { $0 == entry.cause } ?? true)
                }
                return LogReply(entries: entries.map(LogReply.Entry.init), dropped: world.log.dropped)
            })
    }

    /// The state without codes, tokens, passwords or keys, so that it can be attached to a bug report. `?person=…` or
    /// `?team_id=…` limits it to one person or team.
    func snapshot(_ query: String? = nil) throws -> Answer {
        let wanted = FormFields(decoding: (query ?? "").utf8)
        // works on a copy, since computing the subjects of many people for many teams must not delay sign-ins
        let world = state.read { $0 }
        let people = wanted?["person"].map { key in world.person(key).map { [$0] } ?? [] } ?? world.people.all
        let teams = world.teams.values.filter { team in wanted?["team_id"].map { $0 == team.teamID } ?? true }
            .sorted { $0.teamID < $1.teamID }
        let alive = SnapshotReply.Alive(
            codes: world.codes.byCode.values.count { !$0.isUsed }, accessTokens: world.tokens.access.count,
            refreshTokens: world.tokens.refresh.count)
        return try .reply(
            SnapshotReply(
                baseUrl: state.baseURL, issuer: state.issuer, now: world.clock.now,
                teams: teams.map(SnapshotReply.TeamEntry.init),
                people: people.map { person in shown(person, teams.map(\.teamID), world) },
                consents: consents(world, wanted), alive: alive))
    }

    private func shown(_ person: Person, _ teams: [String], _ world: World) -> SnapshotReply.PersonEntry {
        let known = teams.map { team -> (name: String, value: SnapshotReply.Known) in
            let subject = state.subject(of: person.key, person, team: team)
            let relay = world.relayAddress(of: person.key, team: team, nil, seed: state.seed)
            let forwards = world.forwardsMail(RelayKey(person: person.key, teamID: team))
            return (team, SnapshotReply.Known(sub: subject, relayAddress: relay, relayForwards: forwards))
        }
        return SnapshotReply.PersonEntry(
            key: person.key, email: person.email, name: PersonName(first: person.firstName, last: person.lastName),
            knownToTeamsAs: NamedValues(known))
    }

    private func consents(_ world: World, _ wanted: FormFields?) -> [SnapshotReply.ConsentEntry] {
        (wanted?["person"].map { world.consents.of($0) } ?? world.consents.all)
            .filter { consent in wanted?["team_id"].map { $0 == consent.key.teamID } ?? true }
            .sorted { ($0.value.grantedAt, $0.key.person, $0.key) < ($1.value.grantedAt, $1.key.person, $1.key) }
            .map { key, consent in
                SnapshotReply.ConsentEntry(
                    person: key.person, teamId: key.teamID, primaryApp: key.primaryApp,
                    scopes: consent.scopes.map(\.rawValue).sorted(), emailShared: consent.isEmailShared,
                    grantedAt: consent.grantedAt)
            }
    }
}
