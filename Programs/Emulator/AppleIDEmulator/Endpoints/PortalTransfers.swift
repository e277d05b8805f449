import HTTPServing

/// The portal's page for transfers from and to a team. At Apple, it is in App Store Connect.
struct PortalTransfers: Sendable {
    let portal: PortalSite

    func show(_ fields: FormFields) throws -> Answer { try page(fields) }

    func start(_ fields: FormFields) throws -> Answer {
        try change(fields, notice: "transfer_started") { app, teamID in
            try portal.state.startTransfer(of: app, from: teamID, to: fields["to"] ?? "")
        }
    }

    func accept(_ fields: FormFields) throws -> Answer {
        try change(fields, notice: "transfer_accepted") { app, teamID in
            try portal.state.acceptTransfer(of: app, by: teamID)
        }
    }

    func cancel(_ fields: FormFields) throws -> Answer {
        try change(fields, notice: "transfer_canceled") { app, teamID in
            try portal.state.cancelTransfer(of: app, by: teamID)
        }
    }

    private func change(
        _ fields: FormFields, notice: String, _ action: (_ app: String, _ teamID: String) throws -> AppTransfer
    ) throws -> Answer {
        let teamID = fields["team"] ?? ""
        do {
            _ = try action(fields["app"] ?? "", teamID)
        } catch let refusal as PortalRefusal where refusal.code != "team_unknown" {
            return try page(fields, refusal)
        }
        return .seeOther(PortalAddress.make("/portal/transfers", teamID, nil, notice))
    }

    private func page(_ fields: FormFields, _ refusal: PortalRefusal? = nil) throws -> Answer {
        let (team, saved, _) = try portal.saved(fields)
        return try portal.page(
            .portalTransfers(
                team, saved.transfers(ofTeam: team.teamID), portal.switches, typed: fields,
                notice: PortalSite.notice(fields), problem: refusal?.sentence), refusal)
    }
}
