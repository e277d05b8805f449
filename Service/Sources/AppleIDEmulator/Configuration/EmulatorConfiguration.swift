package import HTTPServing
package import Settings

/// What an emulator starts with: where it listens, whose clients it knows, which people may sign in.
package struct EmulatorConfiguration: Sendable {
    /// Where to listen; port 0 picks a free one.
    package var listen = ListenAddress(host: "127.0.0.1", port: 0)
    /// What clients and browsers call it where that is not what it listens on: behind a proxy, in a container.
    package var publicURL: String?
    /// The `iss` of tokens and the discovery document; nil means the emulator's own base URL.
    package var issuer: String?
    /// Apple's own issuer name is refused unless this is true: tokens in Apple's name belong in tests only.
    package var allowsAppleIssuer = false
    /// Same seed, same subjects and relay addresses.
    package var seed: UInt64 = 1
    /// Draw codes, tokens and key ids from the seed as well, so that a whole run repeats.
    package var drawsFromSeed = false
    /// Control calls need `Authorization: Bearer` with this; without it they work on loopback only.
    package var controlToken: String?
    /// How many signing keys are published; one is made before listening, the others behind it.
    package var signingKeyCount = 3
    /// Where people's consents and refresh tokens outlive a restart; nil keeps them in memory.
    package var stateFile: String?
    /// Where Apple is unknown or has changed: see Documentation/emulator.md.
    var switches = Switches()
    /// Faults that wait from the start, and again after each reset.
    var faults: [FaultSetting] = []
    /// Teams by the operator's name for them.
    package var teams: [String: EmulatorTeam] = [:]
    /// People in the order the account page shows them.
    package var people: [Person] = []
}

extension EmulatorConfiguration {
    /// An emulator with these clients and people; what else can be set is at its default.
    package init(listen: ListenAddress, teams: [String: EmulatorTeam], people: [Person]) {
        self.init()
        self.listen = listen
        self.teams = teams
        self.people = people
    }

    /// Turns on every switch that refuses where Apple's answer is unknown.
    package mutating func makeStrict() { switches.makeStrict() }

    /// Lets an endpoint misbehave from the start: `ENDPOINT:KIND[,NAME=VALUE…]`, such as `token:status,status=503,times=2`, or
    /// the same as JSON.
    ///
    /// Throws ``ConfigurationFaults`` for what is no fault.
    package mutating func addFault(_ text: String) throws(ConfigurationFaults) {
        do {
            faults.append(try FaultSetting(text: text))
        } catch {
            throw ConfigurationFaults(["fault \(text): \(error.sentence)"])
        }
    }
}

/// A developer team as Apple's portal knows it: keys, App IDs, Services IDs
/// (Apple: "Configuring your environment for Sign in with Apple").
package struct EmulatorTeam: Sendable {
    /// Ten characters, such as `EMUTEAM001`.
    package var teamID: String
    /// Public halves (PEM) of the keys that sign client secrets, by key id.
    package var publicKeys: [String: String] = [:]
    /// The primary App ID a key was made for, by key id; others may sign for every group.
    var keyGroups: [String: String] = [:]
    /// App IDs by bundle id; the value names the primary App ID, nil for a primary itself.
    package var apps: [String: String?] = [:]
    /// Services IDs: web clients, each bound to one primary App ID.
    package var services: [String: EmulatorService] = [:]
    /// Where notifications go: https, or http on loopback.
    package var notificationURL: String?
    /// Where those of one group go instead, by primary App ID.
    package var appNotificationURLs: [String: String] = [:]
}

extension EmulatorTeam {
    /// A team with apps; what else it has can be set afterwards.
    package init(teamID: String, apps: [String: String?]) {
        self.init(teamID: teamID)
        self.apps = apps
    }
}

/// A Services ID: the client id of a web sign-in.
package struct EmulatorService: Sendable {
    /// The App ID whose consent this service shares.
    package var primaryApp: String
    /// Registered return URLs, compared exactly; `:*` stands for any port of a loopback name.
    package var returnURLs: [String]
}
