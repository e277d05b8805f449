import HTTPServing

/// The portal's page "Sign in with Apple for Email Communication". Nothing is saved before Save.
struct PortalEmail: Sendable {
    let portal: PortalSite

    func show(_ fields: FormFields) throws -> Answer {
        try page(fields, typed: "", notice: PortalSite.notice(fields))
    }

    /// The steps of an addition: Next, then Save.
    func add(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let typed = fields["sources"] ?? ""
        do {
            switch fields["to"] {
            case "review":
                _ = try saved.registration(ofSources: WebsiteURLs.list(typed), of: team.teamID)
                return try portal.page(.portalReviewEmail(typed, team))
            case "save":
                try portal.state.savePortal(of: team.teamID) { portal, _, _ throws(PortalRefusal) in
                    try portal.registration(ofSources: WebsiteURLs.list(typed), of: team.teamID)
                }
                return .seeOther(PortalAddress.make("/portal/email", team.teamID, nil, "email_saved"))
            default: return try page(fields, typed: typed)
            }
        } catch let refusal as PortalRefusal {
            return try page(fields, typed: typed, refusal)
        }
    }

    func askToRemove(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let source = fields["id"] ?? ""
        _ = try saved.deletion(ofSource: source, of: team.teamID)
        return try portal.page(.portalRemoveEmail(source, team))
    }

    func remove(_ fields: FormFields) throws -> Answer {
        let (team, source) = (fields["team"] ?? "", fields["id"] ?? "")
        try portal.state.savePortal(of: team) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofSource: source, of: team)
        }
        return .seeOther(PortalAddress.make("/portal/email", team, nil, "email_removed"))
    }

    private func page(
        _ fields: FormFields, typed: String, notice: String? = nil, _ refusal: PortalRefusal? = nil
    ) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let sources = try portal.state.emailSources(of: team.teamID)
        let refused = portal.state.read { $0.mail.refusedSenders(of: team.teamID, at: now) }
        return try portal.page(
            .portalEmail(
                team, saved, sources, refused, now: now, typed: typed, notice: notice, problem: refusal?.sentence),
            refusal)
    }
}
