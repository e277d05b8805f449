/// The emulator's state. It changes only inside ``EmulatorState/change(_:)`` and ``EmulatorState/note(_:)``.
struct World: Sendable {
    let visits: VisitCount
    private(set) var teams: [String: Team] = [:]
    /// The Team ID of each client id.
    private var teamsOfClients: [String: String] = [:]
    var people: People
    var consents: Consents
    /// Consents that a person or an app ended. Devices report them as `revoked`.
    var endedConsents: SharedSet<Consent.Key> = []
    /// The person behind each subject that a team has received, by Team ID. Devices look subjects up here.
    private(set) var knownSubjects: SharedDictionary<String, SharedDictionary<String, String>> = [:]
    var codes: IssuedCodes
    /// Used codes that a device will hand out once more, by client id.
    var staleCodes: [String: String] = [:]
    var devices: [String: Device] = [:]
    var keychains = Keychains()
    /// What apps declare about themselves, by bundle id.
    var entitlements: [String: AppEntitlements] = [:]
    /// Organizations that do not allow every app, by `org_id`.
    var organizations: [String: Organization] = [:]
    /// Primary App IDs that were transferred to another team.
    var transferredApps: Set<String> = []
    var signals: [DeviceSignal] = []
    var lastSignal = 0
    var tokens: IssuedTokens
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
    /// Relay addresses for which mail forwarding is off.
    var forwardingOff: SharedSet<RelayKey> = []
    /// How often a relay address was replaced by a new one. That happens only if a switch says so.
    var relayTurns: SharedDictionary<RelayKey, Int> = [:]
    /// Passwords that differ from the configured ones.
    var changedPasswords: SharedDictionary<String, String> = [:]
    /// People who deleted their account. Their keys are never reused.
    var deletedPeople: SharedSet<String> = []

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

    func person(_ key: String) -> Person? { people[key] }

    func person(withEmail email: String) -> Person? { people.withEmail(email) }
}

extension World {
    mutating func add(_ team: Team) {
        teams[team.teamID] = team
        for id in Array(team.apps.keys) + Array(team.services.keys) { teamsOfClients[id] = team.teamID }
    }

    mutating func set(_ service: EmulatorService, _ id: String, of teamID: String) {
        teams[teamID]?.services[id] = service
        teamsOfClients[id] = teamID
    }

    /// Sets where the events of one group of apps go, or those of the whole team.
    mutating func setNotificationURL(_ url: String?, of primaryApp: String?, team teamID: String) {
        if let primaryApp {
            teams[teamID]?.appNotificationURLs[primaryApp] = url
        } else {
            teams[teamID]?.notificationURL = url
        }
    }

    mutating func know(_ subject: String, as person: String, in teamID: String) {
        guard knownSubjects[teamID]?[subject] != person else { return }
        knownSubjects[teamID, default: [:]][subject] = person
    }

    mutating func forgetSubjects(of teamID: String) { knownSubjects[teamID] = nil }
}
