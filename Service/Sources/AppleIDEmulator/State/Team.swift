import JSONWebTokens

/// A developer team in the running emulator.
struct Team: Sendable {
    let teamID: String
    /// The keys that may sign client secrets, by key id.
    var keys: [String: VerificationKey] = [:]
    /// The primary App ID that a key was made for, by key id. Not every key has one.
    var keyGroups: [String: String] = [:]
    /// App IDs. The value is the primary App ID of the group, which is the app itself if it is the primary one.
    var apps: [String: String] = [:]
    var services: [String: EmulatorService] = [:]
    var notificationURL: String?
    /// The URLs set on primary App IDs. Each takes precedence over the team's.
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
