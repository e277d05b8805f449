import HTTPServing

/// The portal's pages for App IDs. Each page sends the draft along, so leaving one of them changes nothing.
struct PortalApps: Sendable {
    let portal: PortalSite

    func show(_ fields: FormFields) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let id = fields["id"] ?? ""
        guard let app = team.apps[id] else { throw Portal.unknownApp(id, team) }
        let draft = AppDraft(teamID: team.teamID, id: id, app: app)
        return try portal.page(
            .portalApp(draft, team, saved, now: now, notice: PortalSite.notice(fields)))
    }

    func new(_ fields: FormFields) throws -> Answer {
        let (team, _, _) = try portal.saved(fields)
        let draft = AppDraft(
            teamID: team.teamID, id: "", app: AppID(description: "", capability: .off))
        return try portal.page(.portalNewApp(draft, team))
    }

    /// The steps of a registration: Continue, then Register.
    func register(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let draft = AppDraft(fields)
        do {
            switch fields["to"] {
            case "configure": return try portal.page(.portalConfigureApp(draft, team, isNew: true))
            case "configured":
                let entered = draft.configured(fields)
                _ = try Portal.checked(entered.named, draft.id, in: team)
                return try portal.page(.portalNewApp(entered, team))
            case "review":
                _ = try saved.registration(draft.id, draft.app, of: team.teamID)
                return try portal.page(.portalReviewApp(draft, team))
            case "register":
                try portal.state.savePortal(of: team.teamID) { portal, _, _ throws(PortalRefusal) in
                    try portal.registration(draft.id, draft.app, of: draft.teamID)
                }
                return .seeOther(PortalAddress.team(team.teamID, notice: "app_registered"))
            default: return try portal.page(.portalNewApp(draft, team))
            }
        } catch let refusal as PortalRefusal {
            let problem = refusal.sentence
            return try portal.page(
                fields["to"] == "configured"
                    ? .portalConfigureApp(
                        draft, entered: draft.configured(fields).app, team, isNew: true, problem: problem)
                    : .portalNewApp(draft, team, problem: problem), refusal)
        }
    }

    /// The steps of a change: Configure, then Save.
    func change(_ fields: FormFields) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let draft = AppDraft(fields)
        guard team.apps[draft.id] != nil else { throw Portal.unknownApp(draft.id, team) }
        do {
            switch fields["to"] {
            case "configure": return try portal.page(.portalConfigureApp(draft, team, isNew: false))
            case "configured":
                let entered = draft.configured(fields)
                _ = try Portal.checked(entered.named, draft.id, in: team)
                return try portal.page(.portalApp(entered, team, saved, now: now))
            case "save":
                try portal.state.savePortal(of: team.teamID) { portal, _, _ throws(PortalRefusal) in
                    try portal.change(draft.id, to: draft.app, of: draft.teamID)
                }
                return .seeOther(PortalAddress.app(draft.id, team.teamID, notice: "app_saved"))
            default: return try portal.page(.portalApp(draft, team, saved, now: now))
            }
        } catch let refusal as PortalRefusal {
            let problem = refusal.sentence
            return try portal.page(
                fields["to"] == "configured"
                    ? .portalConfigureApp(
                        draft, entered: draft.configured(fields).app, team, isNew: false, problem: problem)
                    : .portalApp(draft, team, saved, now: now, problem: problem), refusal)
        }
    }

    func askToRemove(_ fields: FormFields) throws -> Answer {
        let (team, _, _) = try portal.saved(fields)
        let id = fields["id"] ?? ""
        guard let app = team.apps[id] else { throw Portal.unknownApp(id, team) }
        return try portal.page(.portalRemoveApp(AppDraft(teamID: team.teamID, id: id, app: app), team))
    }

    func remove(_ fields: FormFields) throws -> Answer {
        let (team, id) = (fields["team"] ?? "", fields["id"] ?? "")
        try portal.state.savePortal(of: team) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofApp: id, of: team)
        }
        return .seeOther(PortalAddress.team(team, notice: "app_removed"))
    }
}

extension AppDraft {
    /// The App ID for rules that concern only what "Configure" sets: a description may still be missing.
    fileprivate var named: AppID {
        var app = app
        app.description = id.isEmpty ? "App" : id
        return app
    }
}
