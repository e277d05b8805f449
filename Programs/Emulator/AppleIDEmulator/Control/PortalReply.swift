/// The teams of the developer portal.
struct PortalTeamsReply: Encodable, Sendable {
    let teams: [PortalTeamReply]
}

/// A team as it is saved, with the changes that take effect later. Private keys are not part of it.
struct PortalTeamReply: Encodable, Sendable {
    let teamId: String
    let name: String
    let kind: Team.Kind
    let apps: [App]
    let services: [Service]
    let keys: [Key]
    let emailSources: [String]
    let pending: [Pending]

    struct App: Encodable, Sendable {
        let bundleId: String
        let description: String
        let capability: String
        let primaryApp: String?
        let notificationUrl: String?
    }

    struct Service: Encodable, Sendable {
        let identifier: String
        let description: String
        let enabled: Bool
        let configured: Bool
        let primaryApp: String?
        let domains: [Domain]
        let returnUrls: [String]

        struct Domain: Encodable, Sendable {
            let name: String
            let verifiedAt: Int?
        }
    }

    struct Key: Encodable, Sendable {
        let keyId: String
        let name: String
        let primaryApp: String?
        let downloadable: Bool
        let createdAt: Int?
        let revokedAt: Int?
    }

    struct Pending: Encodable, Sendable {
        let change: String
        let identifier: String
        let savedAt: Int
        let dueAt: Int
    }

    init(_ team: Team, in portal: Portal) {
        teamId = team.teamID
        name = team.name
        kind = team.kind
        apps = team.apps.sorted { $0.key < $1.key }.map { App($0.key, $0.value) }
        services = team.services.sorted { $0.key < $1.key }.map { Service($0.key, $0.value) }
        keys = team.keys.sorted { $0.key < $1.key }.map { id, key in
            Key(
                keyId: id, name: key.name, primaryApp: key.primaryApp, downloadable: portal.privateKeys[id] != nil,
                createdAt: key.createdAt, revokedAt: key.revokedAt)
        }
        emailSources = team.emailSources
        pending = portal.pending(of: team.teamID).map {
            Pending(change: $0.change.sentence, identifier: $0.change.id, savedAt: $0.savedAt, dueAt: $0.dueAt)
        }
    }
}

extension PortalTeamReply.App {
    fileprivate init(_ id: String, _ app: AppID) {
        bundleId = id
        description = app.description
        let (capability, primaryApp): (String, String?) =
            switch app.capability {
            case .off: ("off", nil)
            case .primary: ("primary", nil)
            case .grouped(let primary): ("grouped", primary)
            }
        (self.capability, self.primaryApp) = (capability, primaryApp)
        notificationUrl = app.notificationURL
    }
}

extension PortalTeamReply.Service {
    fileprivate init(_ id: String, _ service: ServicesID) {
        identifier = id
        description = service.description
        enabled = service.isEnabled
        configured = service.web != nil
        primaryApp = service.web?.primaryApp
        domains = (service.web?.domains ?? []).map { Domain(name: $0.name, verifiedAt: $0.verifiedAt) }
        returnUrls = service.web?.returnURLs ?? []
    }
}
