/// What the developer portal knows: every team as it was last saved, and the changes that the protocol does not see yet.
struct Portal: Sendable {
    /// A saved change that takes effect later (switch `portal_delay`).
    struct PendingChange: Sendable, Equatable, Codable {
        let teamID: String
        let change: TeamChange
        let savedAt: Int
        let dueAt: Int
    }

    var teams: [String: Team] = [:] { didSet { noteChangedTeams() } }
    /// The teams as they were configured.
    var configured: [String: Team] = [:]
    /// The teams that differ from the configuration, for the state file.
    var changed: KeptDictionary<String, ChangedTeam> = [:]
    /// In the order in which they were saved.
    var pending: [PendingChange] = []
    /// By number. Those that ended stay.
    var transfers: KeptDictionary<Int, AppTransfer> = [:]
    /// Private keys that nobody has downloaded yet, by key ID.
    var privateKeys: [String: String] = [:]

    func pending(of teamID: String) -> [PendingChange] { pending.filter { $0.teamID == teamID } }

    /// The team of an App ID or Services ID.
    func teamID(of identifier: String) -> String? {
        teams.first { $0.value.apps[identifier] != nil || $0.value.services[identifier] != nil }?.key
    }
}

/// Why the portal does not save something, in a sentence.
struct PortalRefusal: Error, Equatable {
    enum Kind { case invalid, unknown, conflict }

    let code: String
    let sentence: String
    var kind = Kind.invalid

    static func unknown(_ code: String, _ sentence: String) -> PortalRefusal {
        PortalRefusal(code: code, sentence: sentence, kind: .unknown)
    }

    static func conflict(_ code: String, _ sentence: String) -> PortalRefusal {
        PortalRefusal(code: code, sentence: sentence, kind: .conflict)
    }

    static func invalid(_ code: String, _ sentence: String) -> PortalRefusal {
        PortalRefusal(code: code, sentence: sentence)
    }
}
