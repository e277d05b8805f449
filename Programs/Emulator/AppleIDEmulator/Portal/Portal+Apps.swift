/// The rules of the portal for App IDs.
extension Portal {
    func registration(_ id: String, _ app: AppID, of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        return .app(try newIdentifier(id), try Self.checked(app, id, in: team))
    }

    /// Changes an App ID. With the capability off, nothing of its configuration is kept.
    func change(_ id: String, to app: AppID, of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard team.apps[id] != nil else { throw Self.unknownApp(id, team) }
        return .app(id, try Self.checked(app, id, in: team))
    }

    func deletion(ofApp id: String, of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard team.apps[id] != nil else { throw Self.unknownApp(id, team) }
        return .app(id, nil)
    }

    /// The rules of the capability alone, which the page applies before it goes on.
    static func checked(_ app: AppID, _ id: String, in team: Team) throws(PortalRefusal) -> AppID {
        var app = app
        app.description = try description(app.description)
        switch app.capability {
        case .off: app.notificationURL = nil
        case .primary:
            app.notificationURL = app.notificationURL.flatMap(text)
            if let url = app.notificationURL, !NotificationURL.isUsable(url) {
                throw .invalid(
                    "notification_url_invalid", "The notification endpoint must be \(NotificationURL.rule).")
            }
        case .grouped(let primary):
            app.notificationURL = nil
            guard primary != id, team.apps[primary]?.capability == .primary else {
                throw .invalid("primary_app_invalid", "Choose a primary App ID of this team to group \(id) with.")
            }
            let members = team.members(of: id)
            guard members.isEmpty else {
                throw .conflict(
                    "primary_app_has_group",
                    "\(id) is the primary App ID of \(members.joined(separator: ", ")). A grouped App ID cannot be the "
                        + "primary of others.")
            }
        }
        return app
    }

    static func unknownApp(_ id: String, _ team: Team) -> PortalRefusal {
        .unknown("app_unknown", "Team \(team.teamID) has no App ID \(id).")
    }
}

extension Team {
    /// The App IDs that are grouped with a primary one.
    func members(of primary: String) -> [String] {
        apps.filter { $0.value.capability == .grouped(with: primary) }.keys.sorted()
    }

    /// The App IDs that Services IDs and keys can be bound to.
    var primaryApps: [String] { apps.filter { $0.value.capability == .primary }.keys.sorted() }

    func requirePrimary(_ id: String) throws(PortalRefusal) {
        if apps[id]?.capability == .primary { return }
        throw .invalid(
            "primary_app_invalid",
            id.isEmpty
                ? "Choose a primary App ID."
                : "\(id) is not a primary App ID with Sign in with Apple of team \(teamID).")
    }
}
