/// A developer team: its App IDs, Services IDs and keys, as the developer portal keeps them.
///
/// The portal holds what was saved, and the protocol reads another copy, which follows when a change takes effect.
struct Team: Sendable, Equatable, Codable {
    /// The kind of membership, on which the number of website URLs depends.
    enum Kind: String, Sendable, Codable, ListedValue { case organization, individual }

    let teamID: String
    var name: String
    var kind = Kind.organization
    var keys: [String: TeamKey] = [:]
    var apps: [String: AppID] = [:]
    var services: [String: ServicesID] = [:]
    /// The emulator's own setting for a whole team. At Apple, only primary App IDs have a URL.
    var notificationURL: String?
    /// Absent in state files of earlier versions.
    private var keptEmailSources: [String]?
    /// When each deleted identifier was deleted.
    var deleted: [String: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case name, kind, keys, apps, services, notificationURL, deleted
        case keptEmailSources = "emailSources"
        case teamID = "team_id"
    }

    init(teamID: String, name: String? = nil, kind: Kind = .organization) {
        self.teamID = teamID
        self.name = name ?? teamID
        self.kind = kind
    }

    /// The domains and addresses that may send to relay addresses of the team, in small letters and in their order.
    var emailSources: [String] {
        get { keptEmailSources ?? [] }
        set { keptEmailSources = newValue.isEmpty ? nil : newValue }
    }

    /// The URL set on a primary App ID takes precedence over the team's.
    func notificationURL(of primaryApp: String) -> String? { apps[primaryApp]?.notificationURL ?? notificationURL }

    /// The primary App ID of an app's group, which is the app itself unless it is grouped with another one.
    func primaryApp(of app: String) -> String {
        guard case .grouped(let primary) = apps[app]?.capability else { return app }
        return primary
    }

    func client(_ id: String) -> Client? {
        if let app = apps[id] {
            return Client(
                id: id, kind: .app, teamID: teamID, primaryApp: primaryApp(of: id), returnURLs: [],
                name: app.description, standing: standing(ofApp: id))
        }
        guard let service = services[id] else { return nil }
        return Client(
            id: id, kind: .service, teamID: teamID, primaryApp: service.web.map { primaryApp(of: $0.primaryApp) } ?? id,
            returnURLs: service.web?.returnURLs ?? [], name: service.description, domains: service.web?.domains ?? [],
            standing: standing(of: service))
    }

    /// The primary App ID of each client.
    var groups: [String: String] {
        var groups: [String: String] = [:]
        for id in Array(apps.keys) + Array(services.keys) { groups[id] = client(id)?.primaryApp }
        return groups
    }

    private func standing(of service: ServicesID) -> Client.Standing {
        guard service.isEnabled else { return .capabilityOff }
        guard let app = service.web?.primaryApp else { return .notConfigured }
        return standing(ofPrimary: primaryApp(of: app))
    }

    private func standing(ofApp id: String) -> Client.Standing {
        switch apps[id]?.capability {
        case .primary: .ready
        case .grouped(let primary): standing(ofPrimary: primary)
        case .off, nil: .capabilityOff
        }
    }

    private func standing(ofPrimary id: String) -> Client.Standing {
        guard let app = apps[id] else { return .primaryAppDeleted(id) }
        return app.capability == .off ? .primaryAppOff(id) : .ready
    }
}

extension Team.Kind {
    /// How many website URLs a Services ID may have. Apple does not say what counts, so each of the two lists is limited.
    func websiteURLLimit(_ switches: Switches) -> Int {
        if switches.websiteUrlsLimit > 0 { return switches.websiteUrlsLimit }
        return self == .organization ? 100 : 10
    }
}
