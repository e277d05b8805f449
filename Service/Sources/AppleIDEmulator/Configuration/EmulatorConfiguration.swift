/// What an emulator starts with: where it listens, whose clients it knows, which people may sign in.
public struct EmulatorConfiguration: Sendable {
    /// Where to listen; port 0 picks a free one.
    public var listen: ListenAddress
    /// What clients and browsers call it where that is not what it listens on: behind a proxy, in a container.
    public var publicURL: String?
    /// The `iss` of tokens and the discovery document; nil means the emulator's own base URL.
    public var issuer: String?
    /// Apple's own issuer name is refused unless this is true: tokens in Apple's name belong in tests only.
    public var allowsAppleIssuer: Bool
    /// Same seed, same subjects and relay addresses.
    public var seed: UInt64
    /// Draw codes, tokens and key ids from the seed as well, so that a whole run repeats.
    public var drawsFromSeed: Bool
    /// Control calls need `Authorization: Bearer` with this; without it they work on loopback only.
    public var controlToken: String?
    /// How many signing keys are published; one is made before listening, the others behind it.
    public var signingKeyCount: Int
    /// Where people's consents and refresh tokens outlive a restart; nil keeps them in memory.
    public var stateFile: String?
    /// Where Apple is unknown or has changed: see Documentation/emulator.md.
    var switches = Switches()
    /// Faults that wait from the start, and again after each reset.
    var faults: [FaultSetting] = []
    /// Teams by the operator's name for them.
    public var teams: [String: EmulatorTeam]
    /// People in the order the account page shows them.
    public var people: [EmulatorPerson]

    /// An emulator without clients or people; add them, or start from ``example(teamKeyPEM:)``.
    public init(
        listen: ListenAddress = ListenAddress(host: "127.0.0.1", port: 0), issuer: String? = nil,
        allowsAppleIssuer: Bool = false, seed: UInt64 = 1, drawsFromSeed: Bool = false,
        controlToken: String? = nil, signingKeyCount: Int = 3, stateFile: String? = nil,
        teams: [String: EmulatorTeam] = [:], people: [EmulatorPerson] = []
    ) {
        self.listen = listen
        self.issuer = issuer
        self.allowsAppleIssuer = allowsAppleIssuer
        self.seed = seed
        self.drawsFromSeed = drawsFromSeed
        self.controlToken = controlToken
        self.signingKeyCount = signingKeyCount
        self.stateFile = stateFile
        self.teams = teams
        self.people = people
    }

    /// Turns on every switch that refuses where Apple's answer is unknown.
    public mutating func makeStrict() { switches.makeStrict() }

    /// Lets an endpoint misbehave from the start: `ENDPOINT:KIND[,NAME=VALUE…]`, such as `token:status,status=503,times=2`, or
    /// the same as JSON.
    ///
    /// Throws ``EmulatorConfigurationFault`` for what is no fault.
    public mutating func addFault(_ text: String) throws(EmulatorConfigurationFault) {
        do {
            faults.append(try FaultSetting(text: text))
        } catch {
            throw EmulatorConfigurationFault(["fault \(text): \(error.sentence)"])
        }
    }
}

/// A developer team as Apple's portal knows it (server.md's model: keys, App IDs, Services IDs).
public struct EmulatorTeam: Sendable {
    /// Ten characters, such as `EMUTEAM001`.
    public var teamID: String
    /// Public halves (PEM) of the keys that sign client secrets, by key id.
    public var publicKeys: [String: String]
    /// The primary App ID a key was made for, by key id; others may sign for every group.
    var keyGroups: [String: String] = [:]
    /// App IDs by bundle id; the value names the primary App ID, nil for a primary itself.
    public var apps: [String: String?]
    /// Services IDs: web clients, each bound to one primary App ID.
    public var services: [String: EmulatorService]
    /// Where notifications go: https, or http on loopback.
    public var notificationURL: String?
    /// Where those of one group go instead, by primary App ID.
    public var appNotificationURLs: [String: String]

    /// A team with its keys, apps and services.
    public init(
        teamID: String, publicKeys: [String: String] = [:], apps: [String: String?] = [:],
        services: [String: EmulatorService] = [:], notificationURL: String? = nil,
        appNotificationURLs: [String: String] = [:]
    ) {
        self.teamID = teamID
        self.publicKeys = publicKeys
        self.apps = apps
        self.services = services
        self.notificationURL = notificationURL
        self.appNotificationURLs = appNotificationURLs
    }
}

/// A Services ID: the client id of a web sign-in.
public struct EmulatorService: Sendable {
    /// The App ID whose consent this service shares.
    public var primaryApp: String
    /// Registered return URLs, compared exactly; `:*` stands for any port of a loopback name.
    public var returnURLs: [String]

    /// A service of one app.
    public init(primaryApp: String, returnURLs: [String]) {
        self.primaryApp = primaryApp
        self.returnURLs = returnURLs
    }
}

/// Somebody with an account at the emulator.
public struct EmulatorPerson: Sendable {
    /// What control calls say for this person.
    public var key: String
    /// The account's real address.
    public var email: String
    /// The password the sign-in page asks for (and shows: nothing here is secret).
    public var password: String
    /// Given name, prefilled on the consent page.
    public var firstName: String
    /// Family name, prefilled on the consent page.
    public var lastName: String
    /// Set for a Managed Apple Account of an organisation.
    var managed: ManagedAccount?

    /// A person who can sign in.
    public init(key: String, email: String, password: String, firstName: String, lastName: String) {
        self.key = key
        self.email = email
        self.password = password
        self.firstName = firstName
        self.lastName = lastName
    }
}
