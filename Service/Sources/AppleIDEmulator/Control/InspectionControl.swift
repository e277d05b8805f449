import HTTPServing
import HashTreeCollections

/// `/_emulator/snapshot` and `/_emulator/log`: the emulator's state, and what it answered and why.
struct InspectionControl: Sendable {
    let state: EmulatorState

    func clearLog() -> Answer {
        state.note { $0.log.clear() }
        return log()
    }

    /// The whole log, or only the entries of one client, path or cause (`?client_id=…&path=…&cause=…`).
    func log(_ query: String? = nil) -> Answer {
        let wanted = FormFields(decoding: (query ?? "").utf8)
        return .json(
            state.read { world in
                let entries = world.log.entries.filter { entry in
                    (wanted?["client_id"].map { $0 == entry.client } ?? true)
                        && (wanted?["path"].map { $0 == entry.path } ?? true)
                        && (wanted?["cause"].map { $0 == entry.cause } ?? true)
                }
                return .object([
                    ("entries", .array(entries.map(\.json))), ("dropped", .integer(world.log.dropped)),
                ])
            })
    }

    /// The state without codes, tokens, passwords or keys, so that it can be attached to a bug report. `?person=…` or
    /// `?team_id=…` limits it to one person or team.
    func snapshot(_ query: String? = nil) -> Answer {
        let wanted = FormFields(decoding: (query ?? "").utf8)
        // works on a copy, since computing the subjects of many people for many teams must not delay sign-ins
        let world = state.read { $0 }
        let people = wanted?["person"].map { key in world.person(key).map { [$0] } ?? [] } ?? world.people.all
        let teams = world.teams.values.filter { team in wanted?["team_id"].map { $0 == team.teamID } ?? true }
            .sorted { $0.teamID < $1.teamID }
        return .json(
            .object([
                ("base_url", .string(state.baseURL)), ("issuer", .string(state.issuer)),
                ("now", .integer(world.clock.now)), ("teams", .array(teams.map(\.json))),
                ("people", .array(people.map { person in json(person, teams.map(\.teamID), world) })),
                ("consents", .array(consents(world, wanted))),
                (
                    "alive",
                    .object([
                        ("codes", .integer(world.codes.byCode.values.count { !$0.isUsed })),
                        ("access_tokens", .integer(world.tokens.access.count)),
                        ("refresh_tokens", .integer(world.tokens.refresh.count)),
                    ])
                ),
            ]))
    }

    private func json(_ person: Person, _ teams: [String], _ world: World) -> OrderedJSON {
        let known = teams.map { team -> (name: String, value: OrderedJSON) in
            let subject = state.subject(of: person.key, person, team: team)
            let relay = world.relayAddress(of: person.key, team: team, nil, seed: state.seed)
            let forwards = world.forwardsMail(RelayKey(person: person.key, teamID: team))
            return (
                team,
                .object([
                    ("sub", .string(subject)), ("relay_address", .string(relay)),
                    ("relay_forwards", .boolean(forwards)),
                ])
            )
        }
        return .object([
            ("key", .string(person.key)), ("email", .string(person.email)),
            ("name", .object([("first", .string(person.firstName)), ("last", .string(person.lastName))])),
            ("known_to_teams_as", .object(known)),
        ])
    }

    private func consents(_ world: World, _ wanted: FormFields?) -> [OrderedJSON] {
        (wanted?["person"].map { world.consents.of($0) } ?? world.consents.all)
            .filter { consent in wanted?["team_id"].map { $0 == consent.key.teamID } ?? true }
            .sorted { ($0.value.grantedAt, $0.key.person, $0.key) < ($1.value.grantedAt, $1.key.person, $1.key) }
            .map { key, consent in
                .object([
                    ("person", .string(key.person)), ("team_id", .string(key.teamID)),
                    ("primary_app", .string(key.primaryApp)),
                    ("scopes", .array(consent.scopes.map(\.rawValue).sorted().map { .string($0) })),
                    ("email_shared", .boolean(consent.isEmailShared)), ("granted_at", .integer(consent.grantedAt)),
                ])
            }
    }
}

extension RequestLog.Entry {
    fileprivate var json: OrderedJSON {
        .object([
            ("at", .integer(at)), ("method", .string(method)), ("path", .string(path)), ("status", .integer(status)),
            ("client_id", .optional(client)), ("person", .optional(person)), ("error", .optional(error)),
            ("cause", .optional(cause)), ("explanation", .optional(explanation)), ("fault", .optional(fault)),
        ])
    }
}

extension Team {
    fileprivate var json: OrderedJSON {
        .object([
            ("team_id", .string(teamID)),
            ("keys", .array(keys.keys.sorted().map { .string($0) })),
            ("apps", .array(apps.keys.sorted().map { .string($0) })),
            (
                "services",
                .object(
                    services.sorted { $0.key < $1.key }.map { id, service in
                        (
                            id,
                            .object([
                                ("primary_app", .optional(service.web?.primaryApp)),
                                ("return_urls", .array((service.web?.returnURLs ?? []).map { .string($0) })),
                            ])
                        )
                    })
            ),
        ])
    }
}
