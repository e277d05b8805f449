import HTTPServing

/// The portal's pages for Services IDs. Each page sends the draft along, so leaving one of them changes nothing.
struct PortalServices: Sendable {
    let portal: PortalSite

    func show(_ fields: FormFields) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let draft = try draft(fields, team)
        return try portal.page(
            .portalService(draft, team, saved, portal.switches, now: now, notice: PortalSite.notice(fields)))
    }

    func new(_ fields: FormFields) throws -> Answer {
        let (team, _, _) = try portal.saved(fields)
        return try portal.page(.portalNewService(ServiceDraft(fields), team))
    }

    /// The steps of a registration: Continue, then Register.
    func register(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let draft = ServiceDraft(fields)
        do {
            switch fields["to"] {
            case "review":
                _ = try saved.registration(ofService: draft.id, draft.service.description, of: team.teamID)
                return try portal.page(.portalReviewNewService(draft, team))
            case "register":
                try portal.state.savePortal(of: team.teamID) { portal, _, _ throws(PortalRefusal) in
                    try portal.registration(ofService: draft.id, draft.service.description, of: draft.teamID)
                }
                return .seeOther(PortalAddress.service(draft.id, team.teamID, notice: "service_registered"))
            default: return try portal.page(.portalNewService(draft, team))
            }
        } catch let refusal as PortalRefusal {
            return try portal.page(.portalNewService(draft, team, problem: refusal.sentence), refusal)
        }
    }

    /// The steps of a change: Configure, Next, Done, Continue, and at last Save.
    func change(_ fields: FormFields) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let switches = portal.switches
        let draft = ServiceDraft(fields)
        guard let before = team.services[draft.id] else { throw Portal.unknownService(draft.id, team) }
        do {
            switch fields["to"] {
            case "configure": return try portal.page(.portalConfigureService(draft, team, switches))
            case "next":
                let entered = draft.configured(fields)
                if let web = entered.service.web {
                    _ = try Portal.checked(web, draft.id, replacing: before.web, in: team, switches)
                }
                return try portal.page(.portalReviewWeb(entered, team))
            case "continue":
                _ = try saved.change(draft.id, to: draft.service, of: team.teamID, switches)
                return try portal.page(.portalReviewService(draft, team))
            case "save":
                try portal.state.savePortal(of: team.teamID) { portal, switches, _ throws(PortalRefusal) in
                    try portal.change(draft.id, to: draft.service, of: draft.teamID, switches)
                }
                return .seeOther(PortalAddress.service(draft.id, team.teamID, notice: "service_saved"))
            default: return try portal.page(.portalService(draft, team, saved, switches, now: now))
            }
        } catch let refusal as PortalRefusal {
            let problem = refusal.sentence
            return try portal.page(
                fields["to"] == "next"
                    ? .portalConfigureService(
                        draft, entered: draft.configured(fields).service.web, team, switches, problem: problem)
                    : .portalService(draft, team, saved, switches, now: now, problem: problem), refusal)
        }
    }

    func askToRemove(_ fields: FormFields) throws -> Answer {
        let (team, _, _) = try portal.saved(fields)
        return try portal.page(.portalRemoveService(try draft(fields, team), team))
    }

    func remove(_ fields: FormFields) throws -> Answer {
        let (team, id) = (fields["team"] ?? "", fields["id"] ?? "")
        try portal.state.savePortal(of: team) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofService: id, of: team)
        }
        return .seeOther(PortalAddress.team(team, notice: "service_removed"))
    }

    func file(_ fields: FormFields) throws -> Answer {
        .download(
            try portal.state.domainFile(
                fields["domain"] ?? "", ofService: fields["id"] ?? "", of: fields["team"] ?? ""),
            as: DomainAssociation.fileName, "text/plain; charset=utf-8")
    }

    func verify(_ fields: FormFields) async throws -> Answer {
        let (teamID, id) = (fields["team"] ?? "", fields["id"] ?? "")
        do {
            try await portal.state.verifyDomain(fields["domain"] ?? "", ofService: id, of: teamID)
            return .seeOther(PortalAddress.service(id, teamID, notice: "domain_verified"))
        } catch let refusal as PortalRefusal {
            let (team, saved, now) = try portal.saved(fields)
            return try portal.page(
                .portalService(
                    try draft(fields, team), team, saved, portal.switches, now: now, problem: refusal.sentence),
                refusal)
        }
    }

    /// What is saved of the Services ID in the address.
    private func draft(_ fields: FormFields, _ team: Team) throws -> ServiceDraft {
        let id = fields["id"] ?? ""
        guard let service = team.services[id] else { throw Portal.unknownService(id, team) }
        return ServiceDraft(teamID: team.teamID, id: id, service: service)
    }
}
