import HashTreeCollections

/// The emulator's state. It changes only inside ``EmulatorState/change(_:)`` and ``EmulatorState/note(_:)``.
struct World: Sendable {
    let visits: VisitCount
    /// What happens. The state's feed takes the place of this one once the world runs.
    var events = EventFeed()
    private(set) var teams: [String: Team] = [:]
    /// What was saved in the developer portal, which the protocol may see later.
    var portal = Portal()
    /// The Team ID of each client id, and of deleted ones.
    private var teamsOfClients: [String: String] = [:]
    var people: People
    var consents: Consents
    /// Consents that a person or an app ended. Devices report them as `revoked`.
    var endedConsents: TreeSet<Consent.Key> = []
    /// The person behind each subject that a team has received, by Team ID. Devices look subjects up here.
    private(set) var knownSubjects: TreeDictionary<String, TreeDictionary<String, String>> = [:]
    var codes: IssuedCodes
    /// Used codes that a device will hand out once more, by client id.
    var staleCodes: [String: String] = [:]
    var devices: [String: Device] = [:]
    var keychains = Keychains()
    /// What apps declare about themselves, by bundle id.
    var entitlements: [String: AppEntitlements] = [:]
    /// Organizations that do not allow every app, by `org_id`.
    var organizations: [String: Organization] = [:]
    /// Primary App IDs of which devices say `transferred` without a transfer.
    var transferredApps: Set<String> = []
    var signals: [DeviceSignal] = []
    var lastSignal = 0
    var tokens: IssuedTokens
    /// What teams have asked about users that they transfer.
    var migration = MigrationRecords()
    var keyRing = SigningKeyRing()
    /// How often `/auth/keys` was answered. Switches let successive answers differ.
    var keyAnswers = 0
    var clock: EmulatorClock
    var log = RequestLog()
    var switches = Switches()
    /// The names of the checks that are waived.
    var waived: Set<String> = []
    var pageSignIns = PageSignIns()
    var trustedBrowsers = TrustedBrowsers()
    var accountSessions = AccountSessions()
    var outbox = NotificationOutbox()
    var mail = MailRoom()
    /// Relay addresses for which mail forwarding is off.
    var forwardingOff: TreeSet<RelayKey> = []
    /// How often a relay address was replaced by a new one. That happens only if a switch says so.
    var relayTurns: KeptDictionary<RelayKey, Int> = [:]
    /// Passwords that differ from the configured ones.
    var changedPasswords: KeptDictionary<String, String> = [:]
    /// People who deleted their account. Their keys are never reused.
    var deletedPeople: TreeSet<String> = []

    init(clock: EmulatorClock) {
        self.clock = clock
        visits = VisitCount()
        people = People(visits: visits)
        consents = Consents(visits: visits)
        codes = IssuedCodes(visits: visits)
        tokens = IssuedTokens(visits: visits)
    }

    /// Finds a client of any team. As at Apple, ids are unique across teams.
    func client(_ id: String) -> Client? { teamsOfClients[id].flatMap { teams[$0]?.client(id) } }

    func teamID(ofClient id: String) -> String? { teamsOfClients[id] }

    /// The ids of all clients, in their order.
    var clientIDs: [String] { teamsOfClients.keys.filter { client($0) != nil }.sorted() }

    func person(_ key: String) -> Person? { people[key] }

    func person(withEmail email: String) -> Person? { people.withEmail(email) }
}

extension World {
    /// Adds a team in the portal and for the protocol.
    mutating func add(_ team: Team) {
        portal.teams[team.teamID] = team
        put(team)
        tell(.teamAdded, team: team.teamID, .members([("apps", .array(of: team.apps.keys.sorted()))]))
    }

    /// Makes the protocol read this state of a team.
    mutating func put(_ team: Team) {
        teams[team.teamID] = team
        for id in Array(team.deleted.keys) where teamsOfClients[id] == nil { teamsOfClients[id] = team.teamID }
        for id in Array(team.apps.keys) + Array(team.services.keys) { teamsOfClients[id] = team.teamID }
    }

    /// Sets where the events of one group of apps go, or those of the whole team.
    mutating func setNotificationURL(_ url: String?, of primaryApp: String?, team teamID: String) {
        guard let primaryApp else {
            portal.teams[teamID]?.notificationURL = url
            teams[teamID]?.notificationURL = url
            return tellNotificationURL(url, of: nil, teamID)
        }
        guard var app = portal.teams[teamID]?.apps[primaryApp] else { return }
        app.notificationURL = url
        saveAtOnce(.app(primaryApp, app), of: teamID)
        tellNotificationURL(url, of: primaryApp, teamID)
    }

    private func tellNotificationURL(_ url: String?, of primaryApp: String?, _ teamID: String) {
        // the URL itself may contain a secret
        tell(
            .notificationURLChanged, team: teamID,
            .members([("primary_app", .optional(primaryApp)), ("set", .boolean(url != nil))]))
    }

    mutating func know(_ subject: String, as person: String, in teamID: String) {
        guard knownSubjects[teamID]?[subject] != person else { return }
        knownSubjects[teamID, default: [:]][subject] = person
    }

    mutating func forgetSubjects(of teamID: String) { knownSubjects[teamID] = nil }
}
