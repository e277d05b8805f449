package import Logging
package import SignInFlows
import SignInWithApple

/// What the operator decided, read and checked as a whole.
package struct ServerConfiguration: Sendable {
    /// The address under which browsers reach the service; nil until the port is known.
    package var publicURL: PublicURL?
    /// Where the service listens.
    package var listen: ListenAddress
    /// The path of the SQLite database, or the address of a PostgreSQL server.
    package var database: String
    /// How many connections are opened to a PostgreSQL server at most.
    package var databaseConnections: Int
    /// The folder of the service's own keys.
    package var secretsDirectory: String
    /// Whether the demo page is served at `/`.
    package var isDemo: Bool
    /// The least level that is logged.
    package var logLevel: Logger.Level
    /// Apple's endpoints, or an emulator's.
    package var apple: AppleConfiguration
    /// The audience of access tokens; the public URL when absent.
    package var audience: String?
    /// The lifetime of access tokens.
    package var accessTokenLifetime: Duration
    /// The age of our newest signing key at which the next is made; zero for never.
    package var signingKeyAge: Duration
    /// Whether Apple is asked, once a day at most for each person, whether they still use the app.
    package var checksGrants: Bool
    /// Lifetimes of sign-ins and sessions.
    package var policy: SignInPolicy
    /// How many passwords are hashed at the same time.
    package var hashingPlaces: Int
    /// At the end of which steps a wrong password is answered.
    package var wrongAnswer: Duration
    /// How mail is sent; nil where it is not.
    package var mail: MailConfiguration?
    /// The app's own page on which people sign in who have an account there; shown as the way to link it.
    package var existingUsersURL: String?
    /// Limits of the HTTP service.
    package var limits: ServiceLimits
    /// The seconds between two rounds of housekeeping.
    package var housekeepingInterval: Duration
    /// Where the app's backend takes events; nil when nobody is told.
    package var webhooks: WebhookConfiguration?
    /// The developer teams, in order of their names.
    package var teams: [TeamConfiguration]
}

extension ServerConfiguration {
    /// Where the accounts are kept.
    package var databasePlace: DatabasePlace { DatabasePlace(database) }

    /// Reads a configuration from its sources.
    ///
    /// - Parameters:
    ///   - json: the bytes of the file; nil without a file.
    ///   - directory: the file's folder, from which relative paths are meant.
    ///   - environment: the process environment; `SIWA_…` counts.
    ///   - flags: values by dotted key that stand above everything else.
    ///   - allowsInsecureDevelopment: whether an emulator beyond this machine is accepted.
    package init(
        json: [UInt8]?, directory: String = "", environment: [String: String] = [:], flags: [String: String] = [:],
        allowsInsecureDevelopment: Bool = false
    ) throws(ConfigurationFaults) {
        let file = json.map { ConfigurationFile(json: $0) } ?? .empty
        var reading = ConfigurationReading(file: file, environment: environment, flags: flags)
        listen = Self.listen(&reading)
        publicURL = Self.publicURL(&reading, listen: listen)
        let place = DatabasePlace(reading.text(.database) ?? "siwa.sqlite")
        database = place.resolved(in: directory)
        databaseConnections = reading.number(.databaseConnections, standard: 10)
        secretsDirectory =
            reading.text(.secretsDirectory).map { FilePlace.resolve($0, in: directory) }
            ?? FilePlace.resolve("secrets", in: place.folder(in: directory))
        isDemo = reading.flag(.demo)
        logLevel = Self.logLevel(&reading)
        apple = AppleConfiguration(&reading, allowsInsecureDevelopment: allowsInsecureDevelopment)
        audience = reading.text(.audience)
        accessTokenLifetime = .seconds(reading.number(.accessLifetime, standard: 300))
        signingKeyAge = .seconds(reading.number(.signingKeyDays, standard: 90) * 86_400)
        checksGrants = reading.flag(.appleDailyChecks, standard: true)
        mail = MailConfiguration(&reading, directory: directory)
        hashingPlaces = reading.number(.hashingPlaces, standard: HashingPool.defaultSize)
        wrongAnswer = .milliseconds(reading.number(.wrongAnswer, standard: 1_000))
        policy = Self.policy(&reading)
        policy.passwords = PasswordPolicy(&reading, canMail: mail != nil)
        existingUsersURL = Self.existingUsersURL(&reading)
        limits = ServiceLimits(&reading)
        housekeepingInterval = .seconds(reading.number(.housekeeping, standard: 60))
        webhooks = WebhookConfiguration(&reading, directory: directory)
        policy.tellsBackend = webhooks != nil
        policy.eventRetention = .seconds(reading.number(.webhookDays, standard: 30) * 86_400)
        teams = file.names(below: ["teams"]).map { name in
            TeamConfiguration(name: name, file: file, reading: &reading, directory: directory)
        }
        Self.check(teams, &reading)
        guard reading.faults.isEmpty else { throw ConfigurationFaults(reading.faults) }
    }

    private static func listen(_ reading: inout ConfigurationReading) -> ListenAddress {
        let text = reading.text(.listen) ?? "127.0.0.1:8080"
        if let address = ListenAddress(text) { return address }
        reading.add(fault: "listen: must be HOST:PORT, such as 127.0.0.1:8080")
        return ListenAddress(host: "127.0.0.1", port: 8080)
    }

    private static func publicURL(_ reading: inout ConfigurationReading, listen: ListenAddress) -> PublicURL? {
        guard let text = reading.text(.publicURL) else {
            if !listen.isLoopback {
                reading.add(fault: "public_url: missing; it is needed when listen is not a loopback address")
            }
            return listen.port == 0 ? nil : PublicURL("http://localhost:\(listen.port)")
        }
        guard let url = PublicURL(text) else {
            reading.add(fault: "public_url: must be an origin such as https://id.example.com (http on loopback only)")
            return nil
        }
        return url
    }

    private static func logLevel(_ reading: inout ConfigurationReading) -> Logger.Level {
        guard let text = reading.text(.logLevel) else { return .info }
        if let level = Logger.Level(rawValue: text) { return level }
        let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        reading.add(fault: "log_level: must be one of \(names)")
        return .info
    }

    private static func policy(_ reading: inout ConfigurationReading) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.longestCompletion = .seconds(reading.number(.appleCall, standard: 10) + 20)
        policy.attemptLifetime = .seconds(reading.number(.attemptLifetime, standard: 600))
        policy.linkTicketLifetime = .seconds(reading.number(.linkTicketLifetime, standard: 600))
        policy.usesCodeChallenge = reading.flag(.codeChallenge)
        if let text = reading.text(.question) {
            if let question = AccountQuestionPolicy(rawValue: text) {
                policy.question = question
            } else {
                let names = AccountQuestionPolicy.allCases.map(\.rawValue).joined(separator: ", ")
                reading.add(fault: "sign_in.question: must be one of \(names)")
            }
        }
        policy.idleLifetime = .seconds(reading.number(.idleDays, standard: 30) * 86_400)
        policy.absoluteLifetime = .seconds(reading.number(.absoluteDays, standard: 180) * 86_400)
        policy.auditRetention = .seconds(reading.number(.auditDays, standard: 400) * 86_400)
        policy.realPersonPolicy.unknown = response(.unknownPerson, &reading) ?? policy.realPersonPolicy.unknown
        policy.realPersonPolicy.unsupported =
            response(.unsupportedPerson, &reading) ?? policy.realPersonPolicy.unsupported
        policy.realPersonPolicy.web = response(.webPerson, &reading) ?? policy.realPersonPolicy.web
        policy.realPersonPolicy.android = response(.androidPerson, &reading) ?? policy.realPersonPolicy.android
        if policy.idleLifetime > policy.absoluteLifetime {
            reading.add(fault: "sessions.idle_days: must not be greater than sessions.absolute_days")
        }
        return policy
    }

    private static func existingUsersURL(_ reading: inout ConfigurationReading) -> String? {
        guard let text = reading.text(.existingUsersURL) else { return nil }
        if text.hasPrefix("https://") || text.hasPrefix("http://localhost"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            return text
        }
        reading.add(fault: "sign_in.existing_users_url: must be an https address")
        return nil
    }

    private static func response(
        _ key: ConfigurationKey, _ reading: inout ConfigurationReading
    ) -> RealPersonPolicy.Response? {
        guard let text = reading.text(key) else { return nil }
        if let response = RealPersonPolicy.Response(rawValue: text) { return response }
        let names = RealPersonPolicy.Response.allCases.map(\.rawValue).joined(separator: ", ")
        reading.add(fault: "\(key.name): must be one of \(names)")
        return nil
    }

    /// No team or client would mean a service that can sign nobody in; a name or an id twice, one that cannot decide.
    private static func check(_ teams: [TeamConfiguration], _ reading: inout ConfigurationReading) {
        if teams.isEmpty { reading.add(fault: "teams: at least one team with a key and a client is needed") }
        let clients = teams.flatMap(\.clients)
        for name in repeated(clients.map(\.name)) {
            reading.add(fault: "teams: two clients are named \(name)")
        }
        for id in repeated(clients.map(\.id)) where !id.isEmpty {
            reading.add(fault: "teams: two clients have the id \(id)")
        }
        for name in (teams.map(\.name) + clients.map(\.name)).filter({ !isName($0) }) {
            reading.add(fault: "teams: the name \(name) may hold letters, digits, - and _ only")
        }
    }

    private static func repeated(_ names: [String]) -> [String] {
        Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
    }
}
