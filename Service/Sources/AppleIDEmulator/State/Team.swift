import JSONWebTokens

/// A team while the emulator runs.
struct Team: Sendable {
    let teamID: String
    /// Keys that may sign client secrets, by key id.
    var keys: [String: VerificationKey] = [:]
    /// The primary App ID a key was made for, by key id; keys of before know none.
    var keyGroups: [String: String] = [:]
    /// App IDs; the value is the primary App ID of the group (itself for a primary).
    var apps: [String: String] = [:]
    var services: [String: EmulatorService] = [:]
    var notificationURL: String?
    /// URLs set on primary App IDs; each stands over the team's.
    var appNotificationURLs: [String: String] = [:]

    func notificationURL(of primaryApp: String) -> String? { appNotificationURLs[primaryApp] ?? notificationURL }

    func client(_ id: String) -> Client? {
        if let primary = apps[id] {
            return Client(id: id, kind: .app, teamID: teamID, primaryApp: primary, returnURLs: [])
        }
        guard let service = services[id] else { return nil }
        return Client(
            id: id, kind: .service, teamID: teamID, primaryApp: service.primaryApp, returnURLs: service.returnURLs)
    }
}
