/// Everything the emulator knows; changed only inside ``EmulatorState/change(_:)``.
struct World: Sendable {
    let visits: VisitCount
    private(set) var teams: [String: Team] = [:]
    /// Whose client an id is.
    private var teamsOfClients: [String: String] = [:]
    var people: People
    var consents: Consents
    /// Consents that a person or an app ended: a device then says `revoked`.
    var endedConsents: Set<Consent.Key> = []
    /// By team: who a subject is, of those it was told to. A device looks there.
    private(set) var knownSubjects: [String: [String: String]] = [:]
    var codes: IssuedCodes
    /// By client: a used code that a device will hand out once more.
    var staleCodes: [String: String] = [:]
    var devices: [String: Device] = [:]
    /// Primary App IDs that moved to another team.
    var transferredApps: Set<String> = []
    var signals: [DeviceSignal] = []
    var lastSignal = 0
    var tokens: IssuedTokens
    var keyRing = SigningKeyRing()
    /// How often `/auth/keys` was answered, for answers that differ.
    var keyAnswers = 0
    var clock: EmulatorClock
    var log = RequestLog()
    var switches = Switches()
    /// Names of checks that are left out.
    var waived: Set<String> = []
    var pageSignIns = PageSignIns()
    var accountSessions = AccountSessions()
    var outbox = NotificationOutbox()
    /// Relay addresses whose mail is rejected.
    var forwardingOff: Set<RelayKey> = []
    /// How often a relay address was given up for another one; only where a switch says so.
    var relayTurns: [RelayKey: Int] = [:]
    /// Passwords that are no longer the configured ones.
    var changedPasswords: [String: String] = [:]
    /// People who deleted their account; their keys are not given away again.
    var deletedPeople: Set<String> = []

    init(clock: EmulatorClock) {
        self.clock = clock
        visits = VisitCount()
        people = People(visits: visits)
        consents = Consents(visits: visits)
        codes = IssuedCodes(visits: visits)
        tokens = IssuedTokens(visits: visits)
    }

    /// A client of any team; ids are unique across teams, as at Apple.
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

    /// Where events go: those of one group of apps, or those of the whole team.
    mutating func setNotificationURL(_ url: String?, of primaryApp: String?, team teamID: String) {
        if let primaryApp {
            teams[teamID]?.appNotificationURLs[primaryApp] = url
        } else {
            teams[teamID]?.notificationURL = url
        }
    }

    mutating func know(_ subject: String, as person: String, in teamID: String) {
        knownSubjects[teamID, default: [:]][subject] = person
    }

    mutating func forgetSubjects(of teamID: String) { knownSubjects[teamID] = nil }
}
