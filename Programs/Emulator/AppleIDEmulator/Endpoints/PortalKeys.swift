import HTTPServing

/// The portal's pages for keys.
struct PortalKeys: Sendable {
    let portal: PortalSite

    func show(_ fields: FormFields) throws -> Answer {
        let (team, saved, now) = try portal.saved(fields)
        let id = fields["id"] ?? ""
        return try portal.page(
            .portalKey(
                id, try saved.key(id, of: team.teamID), team, saved, now: now, notice: PortalSite.notice(fields)))
    }

    func new(_ fields: FormFields) throws -> Answer {
        let (team, _, _) = try portal.saved(fields)
        return try portal.page(.portalNewKey(name: "", primaryApp: "", team))
    }

    /// The steps of a registration: Configure, Continue, Register.
    func register(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let name = fields["name"] ?? ""
        let primaryApp = fields["primary_app"] ?? ""
        do {
            switch fields["to"] {
            case "configure":
                return try portal.page(.portalConfigureKey(name: name, primaryApp: primaryApp, team))
            case "configured":
                let chosen = fields["new_primary_app"] ?? ""
                try team.requirePrimary(chosen)
                return try portal.page(.portalNewKey(name: name, primaryApp: chosen, team))
            case "review":
                let name = try saved.newKey(name, primaryApp: primaryApp, of: team.teamID)
                return try portal.page(.portalReviewKey(name: name, primaryApp: primaryApp, team))
            case "register":
                let id = try portal.state.addKey(name, primaryApp: primaryApp, of: team.teamID)
                return .seeOther(PortalAddress.key(id, team.teamID, notice: "key_registered"))
            default: return try portal.page(.portalNewKey(name: name, primaryApp: primaryApp, team))
            }
        } catch let refusal as PortalRefusal {
            let problem = refusal.sentence
            return try portal.page(
                fields["to"] == "configured"
                    ? .portalConfigureKey(name: name, primaryApp: primaryApp, team, problem: problem)
                    : .portalNewKey(name: name, primaryApp: primaryApp, team, problem: problem), refusal)
        }
    }

    /// Sends the private key once. It is not shown, kept or logged.
    func download(_ fields: FormFields) throws -> Answer {
        let (teamID, id) = (fields["team"] ?? "", fields["id"] ?? "")
        do {
            let pem = try portal.state.downloadKey(id, of: teamID)
            return .download(Array((pem + "\n").utf8), as: Portal.fileName(ofKey: id), "application/pkcs8")
        } catch let refusal as PortalRefusal where refusal.kind != .unknown {
            let (team, saved, now) = try portal.saved(fields)
            return try portal.page(
                .portalKey(id, try saved.key(id, of: teamID), team, saved, now: now, problem: refusal.sentence), refusal
            )
        }
    }

    func askToRevoke(_ fields: FormFields) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        let id = fields["id"] ?? ""
        return try portal.page(.portalRevokeKey(id, try saved.key(id, of: team.teamID), team))
    }

    func revoke(_ fields: FormFields) throws -> Answer {
        let (teamID, id) = (fields["team"] ?? "", fields["id"] ?? "")
        do {
            try portal.state.revokeKey(id, of: teamID)
        } catch let refusal as PortalRefusal where refusal.kind == .conflict {
            // a second click of the button
        }
        return .seeOther(PortalAddress.key(id, teamID, notice: "key_revoked"))
    }
}
