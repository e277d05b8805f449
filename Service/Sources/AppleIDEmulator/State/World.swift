/// Everything the emulator knows; changed only inside ``EmulatorState/change(_:)``.
struct World: Sendable {
    var teams: [String: Team] = [:]
    var people: [Person] = []
    var consents: [Consent.Key: Consent] = [:]
    var codes: [String: AuthorizationCode] = [:]
    var tokens = IssuedTokens()
    var keyRing = SigningKeyRing()
    var clock: EmulatorClock
    var log = RequestLog()
    var pageSignIns = PageSignIns()

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
