import HTTPServing

extension Page {
    /// The transfers from and to a team, and a form for another one.
    ///
    /// - Parameter typed: the input of a form that was refused.
    static func portalTransfers(
        _ team: Team, _ transfers: [AppTransfer], _ switches: Switches, typed: FormFields, notice: String?,
        problem: String?
    ) -> Page {
        Page(
            "portal_transfers", title: "Transfer an app", PortalFrame(team, notice: notice, problem: problem).values,
            [
                "teamID": team.teamID, "apps": primaryApps(team, chosen: typed["app"] ?? ""),
                "hasApps": !team.primaryApps.isEmpty, "to": typed["to"],
                "transfers": transfers.reversed().map { $0.shown(to: team.teamID, switches) },
                "hasTransfers": !transfers.isEmpty,
            ])
    }
}

extension AppTransfer {
    fileprivate func shown(to teamID: String, _ switches: Switches) -> [String: any Sendable] {
        var row: [String: any Sendable] = [
            "app": primaryApp, "badge": standing,
            "isGood": acceptedAt != nil, "team": teamID, "canAccept": isWaiting && to == teamID,
            "canCancel": isWaiting, "sentence": to == teamID ? "from team \(from)" : "to team \(to)",
        ]
        if clients.count > 1 { row["others"] = clients.dropFirst().joined(separator: ", ") }
        row["until"] = deadline(switches).map(PortalCheck.time)
        return row
    }
}
