import HTTPServing

/// The portal's pages for Services IDs.
extension Page {
    static func portalNewService(_ draft: ServiceDraft, _ team: Team, problem: String? = nil) -> Page {
        Page(
            "portal_service_new", title: "Register a Services ID",
            PortalFrame(team, problem: problem, step: "Step 1 of 2").values,
            ["teamID": team.teamID, "id": draft.id, "description": draft.service.description])
    }

    static func portalReviewNewService(_ draft: ServiceDraft, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Confirm your Services ID", lead: "Nothing is registered before you press Register.",
                action: "/portal/service/new",
                facts: [("Description", [draft.service.description]), ("Identifier", [draft.id])], hidden: draft.fields,
                buttons: [.init(to: "register", label: "Register", style: "primary"), .init(to: "edit", label: "Back")]),
            PortalFrame(team, step: "Step 2 of 2"))
    }

    /// - Parameter draft: what is saved, or what was entered since.
    static func portalService(
        _ draft: ServiceDraft, _ team: Team, _ portal: Portal, _ switches: Switches, now: Int, notice: String? = nil,
        problem: String? = nil
    ) -> Page {
        let saved = team.services[draft.id]
        let web = draft.service.web
        return Page(
            "portal_service", title: draft.id, PortalFrame(team, notice: notice, problem: problem).values,
            portal.pendingLines(team.teamID, now, of: draft.id),
            [
                "teamID": team.teamID, "id": draft.id, "description": draft.service.description,
                "isOn": draft.service.isEnabled, "hidden": shown(draft.configuration),
                "isUnsaved": saved.map { !$0.isLike(draft.service) } ?? true, "web": web.map(shown(_:)),
                "remove": PortalAddress.make("/portal/service/remove", team.teamID, draft.id),
                "domains": switches.domainVerification ? domains(of: saved, draft.id, team) : [],
                "verifiesDomains": switches.domainVerification && saved?.web != nil,
            ])
    }

    private static func shown(_ web: ServicesID.Web) -> [String: any Sendable] {
        ["primaryApp": web.primaryApp, "names": web.domains.map(\.name), "urls": web.returnURLs]
    }

    private static func domains(of service: ServicesID?, _ id: String, _ team: Team) -> [[String: any Sendable]] {
        (service?.web?.domains ?? []).map { domain in
            let query = [("team", team.teamID), ("id", id), ("domain", domain.name)]
            return [
                "name": domain.name, "isVerified": domain.verifiedAt != nil,
                "file": "/portal/service/file?" + FormFields.encode(query),
                "at": DomainAssociation.url(of: domain.name),
            ]
        }
    }

    /// - Parameter entered: what was entered and refused, while the draft is as it was before.
    static func portalConfigureService(
        _ draft: ServiceDraft, entered: ServicesID.Web? = nil, _ team: Team, _ switches: Switches,
        problem: String? = nil
    ) -> Page {
        let web = entered ?? draft.service.web
        let apps = primaryApps(team, chosen: web?.primaryApp ?? "")
        return Page(
            "portal_service_configure", title: "Web Authentication Configuration",
            PortalFrame(team, problem: problem, step: "Configure").values,
            [
                "id": draft.id, "hidden": shown(draft.fields), "apps": apps, "hasApps": !apps.isEmpty,
                "typedDomains": web?.domains.map(\.name).joined(separator: ",\n") ?? "",
                "typedURLs": web?.returnURLs.joined(separator: ",\n") ?? "",
                "limit": team.kind.websiteURLLimit(switches),
            ])
    }

    /// After "Next": what was entered under "Configure".
    static func portalReviewWeb(_ draft: ServiceDraft, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Website URLs",
                lead: "Done returns to the Services ID. The configuration counts only after Continue and Save.",
                action: "/portal/service", facts: webFacts(draft), hidden: draft.fields,
                buttons: [.init(to: "done", label: "Done", style: "primary"), .init(to: "configure", label: "Back")]),
            PortalFrame(team, step: "Configure"))
    }

    /// After "Continue": everything that "Save" saves.
    static func portalReviewService(_ draft: ServiceDraft, _ team: Team) -> Page {
        let facts = [("Description", [draft.service.description]), ("Identifier", [draft.id])]
        let isOn = draft.service.isEnabled
        let lead =
            isOn && draft.service.web == nil
            ? "Sign in with Apple is enabled but not configured, so sign-ins are refused."
            : "Nothing is saved before you press Save."
        return portalQuestion(
            PortalQuestion(
                heading: "Edit your Services ID configuration", lead: lead, action: "/portal/service",
                facts: facts + [("Sign in with Apple", [isOn ? "enabled" : "off"])] + (isOn ? webFacts(draft) : []),
                hidden: draft.fields,
                buttons: [.init(to: "save", label: "Save", style: "primary"), .init(to: "edit", label: "Back")]),
            PortalFrame(team, step: "Last step"))
    }

    private static func webFacts(_ draft: ServiceDraft) -> [(name: String, values: [String])] {
        guard let web = draft.service.web else { return [] }
        return [
            ("Primary App ID", [web.primaryApp]),
            ("Domains and Subdomains", web.domains.isEmpty ? ["none"] : web.domains.map(\.name)),
            ("Return URLs", web.returnURLs),
        ]
    }

    static func portalRemoveService(_ draft: ServiceDraft, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Remove this Services ID?", lead: "Everything that uses \(draft.id) gets invalid_client.",
                action: "/portal/service/remove", hidden: [("team", team.teamID), ("id", draft.id)],
                buttons: [.init(to: "remove", label: "Remove", style: "danger")],
                cancel: PortalAddress.service(draft.id, team.teamID)), PortalFrame(team))
    }
}

extension ServicesID {
    /// Whether a draft would save the same. It does not carry which domains are verified.
    fileprivate func isLike(_ draft: ServicesID) -> Bool {
        description == draft.description && isEnabled == draft.isEnabled && web?.primaryApp == draft.web?.primaryApp
            && web?.domains.map(\.name) == draft.web?.domains.map(\.name) && web?.returnURLs == draft.web?.returnURLs
    }
}
