/// One saved change of a team's registrations. `nil` deletes an identifier.
enum TeamChange: Sendable, Equatable, Codable {
    case app(String, AppID?)
    case service(String, ServicesID?)
    case key(String, TeamKey)
    /// All sources of mail that the team has from now on.
    case emailSources([String])

    /// The identifier that changes.
    var id: String {
        switch self {
        case .app(let id, _), .service(let id, _), .key(let id, _): id
        case .emailSources: "email_sources"
        }
    }

    /// What kind of registration changes, and how, by stable names.
    var names: (kind: String, action: String) {
        switch self {
        case .app(_, let app): ("app", app == nil ? "deleted" : "saved")
        case .service(_, let service): ("service", service == nil ? "deleted" : "saved")
        case .key(_, let key): ("key", key.isRevoked ? "revoked" : "saved")
        case .emailSources: ("email_sources", "saved")
        }
    }

    /// What the change is about, for people.
    var sentence: String {
        switch self {
        case .app(let id, let app): app == nil ? "App ID \(id) is deleted" : "App ID \(id)"
        case .service(let id, let service): service == nil ? "Services ID \(id) is deleted" : "Services ID \(id)"
        case .key(let id, let key): key.isRevoked ? "key \(id) is revoked" : "key \(id)"
        case .emailSources: "email sources"
        }
    }

    /// Whether the identifier is that of a client.
    var isClient: Bool {
        switch self {
        case .app, .service: true
        case .key, .emailSources: false
        }
    }
}

extension Team {
    mutating func apply(_ change: TeamChange, at time: Int) {
        switch change {
        case .app(let id, let app):
            apps[id] = app
            deleted[id] = app == nil ? time : nil
        case .service(let id, let service):
            services[id] = service
            deleted[id] = service == nil ? time : nil
        case .key(let id, let key): keys[id] = key
        case .emailSources(let sources): emailSources = sources
        }
    }
}
