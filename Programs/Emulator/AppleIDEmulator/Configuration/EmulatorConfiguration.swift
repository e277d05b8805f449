package import HTTPServing
import RelayMail
package import Settings

/// An emulator's configuration: where it listens, its teams and clients, and the people who can sign in.
package struct EmulatorConfiguration: Sendable {
    /// Where to listen. Port 0 picks a free port.
    package var listen = ListenAddress(host: "127.0.0.1", port: 0)
    /// The base URL for clients and browsers if it differs from `listen`, as behind a proxy or in a container.
    package var publicURL: String?
    /// The `iss` of tokens and the issuer in the discovery document. Nil means the emulator's own base URL.
    package var issuer: String?
    /// Serves https instead of http, with a certificate of an authority made for this emulator.
    package var tls = false
    /// Names and addresses of the certificate besides those of loopback, `listen` and `publicURL`.
    package var tlsNames: [String] = []
    /// The folder that keeps the authority across restarts. Without one, each start makes a new authority.
    package var tlsAuthority: String?
    /// Where control calls, and nothing else, are served by plain HTTP as well.
    package var controlListen: ListenAddress?
    /// Allows Apple's own name as `issuer`. Tokens in Apple's name belong only in tests.
    package var allowsAppleIssuer = false
    /// The seed of subjects and relay addresses. The same seed gives the same ones.
    package var seed: UInt64 = 1
    /// Draws codes, tokens and keys from the seed as well, so that a whole run can be repeated. The keys are public then.
    package var drawsFromSeed = false
    /// The time at which the clock is frozen from the start, in seconds since 1970. Nil means the host's clock.
    package var frozenClock: Int?
    /// The bearer token that control calls must carry. Without it, they work only on loopback.
    package var controlToken: String?
    /// How many signing keys are published. Without a seed, one is made before listening, the others afterwards.
    package var signingKeyCount = 3
    /// The file that keeps consents, tokens and people across restarts. Nil keeps them in memory only.
    package var stateFile: String?
    /// Where the relay takes mail; nil if it takes none.
    package var mailListen: ListenAddress?
    /// The DNS records that the relay knows.
    var mailRecords = MailRecords()
    /// Which client SPF is checked for, in place of the connection's own address.
    var mailClient: IPAddress?
    /// The switches for behaviour of Apple that is unknown or has changed (Documentation/emulator.md).
    var switches = Switches()
    /// Faults that are set at the start and again after each reset.
    var faults: [FaultSetting] = []
    /// Teams, by their name in the configuration.
    package var teams: [String: EmulatorTeam] = [:]
    /// People, in the order in which the account page shows them.
    package var people: [Person] = []
    /// Organizations that do not allow every app, by `org_id`.
    var organizations: [String: Organization] = [:]
}

extension EmulatorConfiguration {
    /// A configuration with these teams and people, and otherwise default values.
    package init(listen: ListenAddress, teams: [String: EmulatorTeam], people: [Person]) {
        self.init()
        self.listen = listen
        self.teams = teams
        self.people = people
    }

    /// What whoever starts the emulator should know about this configuration.
    package var warnings: [String] {
        guard drawsFromSeed, !listen.isLoopback else { return [] }
        return [
            "With a seed, the signing keys are public: everybody who reaches \(listen) can forge tokens. Use it in tests only."
        ]
    }

    /// With a seed, all keys are made before the first request, so that their ids do not depend on its time.
    var signingKeysBeforeListening: Int { drawsFromSeed ? max(1, signingKeyCount) : 1 }

    /// Sets the switches of a year, except for those that are set already.
    package mutating func setYear(_ year: AppleYear) throws(ConfigurationFaults) {
        do {
            switches = try switches.onTop(of: year.switches)
        } catch {
            throw ConfigurationFaults(["as_of: \((error as? SwitchFault)?.sentence ?? "cannot be applied")"])
        }
    }

    /// Turns on every switch that refuses a request for which Apple's answer is unknown.
    package mutating func makeStrict() { switches.makeStrict() }

    /// Makes an endpoint misbehave from the start: `ENDPOINT:KIND[,NAME=VALUE…]`, such as
    /// `token:status,status=503,times=2`, or the same as JSON.
    ///
    /// Throws ``ConfigurationFaults`` if the text is not a valid fault.
    package mutating func addFault(_ text: String) throws(ConfigurationFaults) {
        do {
            faults.append(try FaultSetting(text: text))
        } catch {
            throw ConfigurationFaults(["fault \(text): \(error.sentence)"])
        }
    }
}

/// A developer team as in Apple's developer portal: keys, App IDs and Services IDs
/// (Apple: "Configuring your environment for Sign in with Apple").
package struct EmulatorTeam: Sendable {
    /// Ten characters, such as `EMUTEAM001`.
    package var teamID: String
    /// Public halves (PEM) of the keys that sign client secrets, by key id.
    package var publicKeys: [String: String] = [:]
    /// The primary App ID that a key was made for, by key id. Keys without one may sign for every group.
    var keyGroups: [String: String] = [:]
    /// App IDs, by bundle id. The value is the primary App ID, or nil if the app is a primary one itself.
    package var apps: [String: String?] = [:]
    /// What apps declare when they are built, by bundle id.
    var entitlements: [String: AppEntitlements] = [:]
    /// Services IDs, which are web clients, each assigned to one primary App ID.
    package var services: [String: EmulatorService] = [:]
    /// The names that people see of apps and services, by identifier. Without one, people see the identifier.
    package var descriptions: [String: String] = [:]
    /// Where notifications are sent: https, or http on loopback.
    package var notificationURL: String?
    /// Where the notifications of one group are sent instead, by primary App ID.
    package var appNotificationURLs: [String: String] = [:]
    /// The domains and addresses that may send to relay addresses of the team.
    var emailSources: [String] = []
}

extension EmulatorTeam {
    /// A team with apps. Its other properties can be set afterwards.
    package init(teamID: String, apps: [String: String?]) {
        self.init(teamID: teamID)
        self.apps = apps
    }
}

/// A Services ID: the client id of a web sign-in.
package struct EmulatorService: Sendable {
    /// The App ID whose consent this service shares.
    package var primaryApp: String
    /// Registered return URLs, which are compared exactly. `:*` stands for any port of a loopback name.
    package var returnURLs: [String]
}
