extension Portal {
    /// A team as it is saved, with the changes that take effect later. Private keys are not part of it.
    func json(of team: Team, _ now: Int) -> OrderedJSON {
        .object([
            ("team_id", .string(team.teamID)), ("name", .string(team.name)), ("kind", .string(team.kind.rawValue)),
            ("apps", .array(team.apps.sorted { $0.key < $1.key }.map { $0.value.json($0.key) })),
            ("services", .array(team.services.sorted { $0.key < $1.key }.map { $0.value.json($0.key) })),
            (
                "keys",
                .array(
                    team.keys.sorted { $0.key < $1.key }.map {
                        $0.value.json($0.key, isWaiting: privateKeys[$0.key] != nil)
                    })
            ),
            ("email_sources", .array(of: team.emailSources)),
            (
                "pending",
                .array(
                    pending(of: team.teamID).map {
                        .object([
                            ("change", .string($0.change.sentence)), ("identifier", .string($0.change.id)),
                            ("saved_at", .integer($0.savedAt)), ("due_at", .integer($0.dueAt)),
                        ])
                    })
            ),
        ])
    }
}

extension AppID {
    fileprivate func json(_ id: String) -> OrderedJSON {
        let (name, primary): (String, String?) =
            switch capability {
            case .off: ("off", nil)
            case .primary: ("primary", nil)
            case .grouped(let primary): ("grouped", primary)
            }
        return .object([
            ("bundle_id", .string(id)), ("description", .string(description)), ("capability", .string(name)),
            ("primary_app", .optional(primary)), ("notification_url", .optional(notificationURL)),
        ])
    }
}

extension ServicesID {
    fileprivate func json(_ id: String) -> OrderedJSON {
        let domains = (web?.domains ?? []).map { domain -> OrderedJSON in
            .object([
                ("name", .string(domain.name)), ("verified_at", domain.verifiedAt.map { .integer($0) } ?? .null),
            ])
        }
        return .object([
            ("identifier", .string(id)), ("description", .string(description)), ("enabled", .boolean(isEnabled)),
            ("configured", .boolean(web != nil)), ("primary_app", .optional(web?.primaryApp)),
            ("domains", .array(domains)), ("return_urls", .array((web?.returnURLs ?? []).map { .string($0) })),
        ])
    }
}

extension TeamKey {
    fileprivate func json(_ id: String, isWaiting: Bool) -> OrderedJSON {
        .object([
            ("key_id", .string(id)), ("name", .string(name)), ("primary_app", .optional(primaryApp)),
            ("downloadable", .boolean(isWaiting)), ("created_at", createdAt.map { .integer($0) } ?? .null),
            ("revoked_at", revokedAt.map { .integer($0) } ?? .null),
        ])
    }
}
