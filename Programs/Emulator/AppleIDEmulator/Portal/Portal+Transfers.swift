/// The rules of the portal for transfers to another team
/// (https://developer.apple.com/help/app-store-connect/transfer-an-app/overview-of-app-transfer).
extension Portal {
    /// The transfers of a client that were not canceled, oldest first.
    func transfers(of client: String) -> [AppTransfer] {
        guard !transfers.isEmpty else { return [] }
        return transfers.values.filter { $0.canceledAt == nil && $0.clients.contains(client) }
            .sorted { $0.number < $1.number }
    }

    /// The transfers from and to a team, oldest first.
    func transfers(ofTeam teamID: String) -> [AppTransfer] {
        transfers.values.filter { $0.from == teamID || $0.to == teamID }.sorted { $0.number < $1.number }
    }

    func newTransfer(
        of app: String, from teamID: String, to recipient: String, at time: Int
    ) throws(PortalRefusal) -> AppTransfer {
        let team = try team(teamID)
        guard recipient != teamID else {
            throw .invalid("recipient_own_team", "\(app) belongs to team \(teamID) already. Enter another Team ID.")
        }
        guard teams[recipient] != nil else {
            throw .unknown("recipient_unknown", "There is no team \(recipient) that could receive \(app).")
        }
        let clients = try team.transferable(app)
        if let waiting = transfers.values.first(where: { $0.isWaiting && $0.primaryApp == app }) {
            throw .conflict(
                "transfer_waiting", "A transfer of \(app) to team \(waiting.to) waits for its acceptance already.")
        }
        return AppTransfer(
            number: (transfers.keys.max() ?? 0) + 1, primaryApp: app, from: teamID, to: recipient, startedAt: time,
            clients: clients)
    }

    /// The recipient's acceptance. What was bound to the app meanwhile moves along.
    func acceptance(of app: String, by teamID: String, at time: Int) throws(PortalRefusal) -> AppTransfer {
        var transfer = try waiting(app, teamID) { $0.to == teamID }
        transfer.clients = try team(transfer.from).transferable(app)
        transfer.acceptedAt = time
        return transfer
    }

    /// Either team can end a transfer that was not accepted.
    func cancellation(of app: String, by teamID: String, at time: Int) throws(PortalRefusal) -> AppTransfer {
        var transfer = try waiting(app, teamID) { $0.to == teamID || $0.from == teamID }
        transfer.canceledAt = time
        return transfer
    }

    private func waiting(
        _ app: String, _ teamID: String, _ isMeant: (AppTransfer) -> Bool
    ) throws(PortalRefusal) -> AppTransfer {
        _ = try team(teamID)
        let found = transfers.values.first { $0.isWaiting && $0.primaryApp == app && isMeant($0) }
        guard let found else {
            throw .unknown("transfer_unknown", "No transfer of \(app) waits for team \(teamID).")
        }
        return found
    }
}

extension Team {
    /// What moves with an app: Services IDs that are bound to it, unless they were bound to another one before.
    fileprivate func transferable(_ app: String) throws(PortalRefusal) -> [String] {
        guard let registered = apps[app] else { throw Portal.unknownApp(app, self) }
        var group = members(of: app)
        if case .grouped(let primary) = registered.capability { group = [primary] }
        guard group.isEmpty else {
            throw .conflict(
                "app_grouped",
                "\(app) is grouped with \(group.joined(separator: ", ")). Ungroup the apps before the transfer.")
        }
        try requirePrimary(app)
        return [app] + services.filter { $0.value.web?.primaryApp == app }.keys.sorted()
    }

    mutating func remove(_ clients: [String]) {
        for id in clients {
            apps[id] = nil
            services[id] = nil
        }
    }

    mutating func receive(_ apps: [String: AppID], _ services: [String: ServicesID]) {
        self.apps.merge(apps) { $1 }
        self.services.merge(services) { $1 }
        for id in Array(apps.keys) + Array(services.keys) { deleted[id] = nil }
    }
}
