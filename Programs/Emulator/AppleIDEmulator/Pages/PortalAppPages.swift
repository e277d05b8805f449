import HTTPServing

/// The portal's pages for App IDs.
extension Page {
    static func portalNewApp(_ draft: AppDraft, _ team: Team, problem: String? = nil) -> Page {
        Page(
            "portal_app", title: "Register an App ID",
            PortalFrame(team, problem: problem, step: "Step 1 of 2").values, form(draft, isNew: true))
    }

    /// - Parameter draft: what is saved, or what was entered since.
    static func portalApp(
        _ draft: AppDraft, _ team: Team, _ portal: Portal, now: Int, notice: String? = nil, problem: String? = nil
    ) -> Page {
        let isSaved = team.apps[draft.id] == draft.app
        return Page(
            "portal_app", title: draft.id, PortalFrame(team, notice: notice, problem: problem).values,
            portal.pendingLines(team.teamID, now, of: draft.id),
            form(draft, isNew: false),
            [
                "isUnsaved": !isSaved,
                "remove": PortalAddress.make("/portal/app/remove", team.teamID, draft.id),
                "warning": warning(draft, team),
            ])
    }

    private static func form(_ draft: AppDraft, isNew: Bool) -> Page.Values {
        [
            "isNew": isNew, "teamID": draft.teamID, "id": draft.id, "description": draft.app.description,
            "isOn": draft.isOn, "state": draft.app.state, "endpoint": draft.app.notificationURL,
            "action": isNew ? "/portal/app/new" : "/portal/app", "hidden": shown(draft.configuration),
        ]
    }

    /// What switching the capability off would break.
    private static func warning(_ draft: AppDraft, _ team: Team) -> String? {
        let bound = team.members(of: draft.id) + team.bound(to: draft.id)
        guard !draft.isOn, !bound.isEmpty else { return nil }
        return "\(bound.joined(separator: ", ")) will stop working."
    }

    /// - Parameter entered: what was entered and refused, while the draft is as it was before.
    static func portalConfigureApp(
        _ draft: AppDraft, entered: AppID? = nil, _ team: Team, isNew: Bool, problem: String? = nil
    ) -> Page {
        let app = entered ?? draft.app
        let primary: String? = if case .grouped(let primary) = app.capability { primary } else { nil }
        let others = primaryApps(team, chosen: primary ?? "", except: draft.id)
        return Page(
            "portal_app_configure", title: "Sign in with Apple",
            PortalFrame(team, problem: problem, step: "Configure").values,
            [
                "action": isNew ? "/portal/app/new" : "/portal/app", "hidden": shown(draft.fields),
                "id": draft.id.isEmpty ? "the new App ID" : draft.id, "isGrouped": primary != nil, "others": others,
                "hasOthers": !others.isEmpty, "endpoint": app.notificationURL,
            ])
    }

    static func portalReviewApp(_ draft: AppDraft, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Confirm your App ID", lead: "Nothing is registered before you press Register.",
                action: "/portal/app/new",
                facts: [
                    ("Description", [draft.app.description]), ("App ID Prefix", ["\(team.teamID) (Team ID)"]),
                    ("Bundle ID", [draft.id]), ("Sign in with Apple", [draft.app.state]),
                    ("Notification endpoint", [draft.app.notificationURL ?? "none"]),
                ], hidden: draft.fields,
                buttons: [.init(to: "register", label: "Register", style: "primary"), .init(to: "edit", label: "Back")]),
            PortalFrame(team, step: "Step 2 of 2"))
    }

    static func portalRemoveApp(_ draft: AppDraft, _ team: Team) -> Page {
        let bound = team.members(of: draft.id) + team.bound(to: draft.id)
        return portalQuestion(
            PortalQuestion(
                heading: "Remove this App ID?",
                lead: "Everything that uses \(draft.id) gets invalid_client."
                    + (bound.isEmpty
                        ? "" : " It is the primary App ID of the identifiers below, which stop working too."),
                action: "/portal/app/remove", facts: bound.isEmpty ? [] : [("Bound to it", bound)],
                hidden: draft.identity, buttons: [.init(to: "remove", label: "Remove", style: "danger")],
                cancel: PortalAddress.app(draft.id, team.teamID)),
            PortalFrame(team))
    }
}

extension Team {
    /// The Services IDs that are bound to a primary App ID.
    fileprivate func bound(to primary: String) -> [String] {
        services.filter { $0.value.web?.primaryApp == primary }.keys.sorted()
    }
}
