/// Everything the emulator knows; changed only inside ``EmulatorState/change(_:)``.
struct World: Sendable {
    var teams: [String: Team] = [:]
    var people: [Person] = []
    var consents: [Consent.Key: Consent] = [:]
    /// Consents that a person or an app ended: a device then says `revoked`.
    var endedConsents: Set<Consent.Key> = []
    var codes: [String: AuthorizationCode] = [:]
    /// By client: a used code that a device will hand out once more.
    var staleCodes: [String: String] = [:]
    var devices: [String: Device] = [:]
    /// Primary App IDs that moved to another team.
    var transferredApps: Set<String> = []
    var signals: [DeviceSignal] = []
    var lastSignal = 0
    var tokens = IssuedTokens()
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
    /// Passwords that are no longer the configured ones.
    var changedPasswords: [String: String] = [:]
    /// People who deleted their account; their keys are not given away again.
    var deletedPeople: Set<String> = []

    /// A client of any team; ids are unique across teams, as at Apple.
    func client(_ id: String) -> Client? {
        for team in teams.values {
            if let client = team.client(id) { return client }
        }
        return nil
    }

    func person(_ key: String) -> Person? { people.first { $0.key == key } }

    func person(withEmail email: String) -> Person? {
        people.first { $0.email.lowercased() == email.lowercased() }
    }
}
