package import HTTPServing
package import Logging
package import Settings
import SignInAPI
package import SignInFlows
import SignInWithApple

/// The complete, validated configuration. Each setting is documented where it is read.
package struct ServerConfiguration: Sendable {
    /// `nil` until the port is known.
    package var publicURL: PublicURL?
    package var listen: ListenAddress
    /// The path of a file, or the URL of a PostgreSQL server.
    package var database: String
    package var databaseConnections: Int
    package var secretsDirectory: String
    package var isDemo: Bool
    package var logLevel: Logger.Level
    package var apple: AppleConfiguration
    package var checksGrants: Bool
    /// The audience of access tokens; the public URL if `nil`.
    package var audience: String?
    package var accessTokenLifetime: Duration
    package var signingKeyAge: Duration
    package var policy: SignInPolicy
    package var existingUsersURL: String?
    /// The app's own page on which new people give a further proof.
    package var proofURL: String?
    package var pages: PagesConfiguration
    package var limits: ServiceLimits
    package var housekeepingInterval: Duration
    /// `nil` if no backend receives events.
    package var webhooks: WebhookConfiguration?
    package var hashingPlaces: Int
    package var wrongAnswer: Duration
    /// `nil` if no mail is sent.
    package var mail: MailConfiguration?
    /// From where mail is sent to relay addresses.
    package var relayMail = RelayMailConfiguration()
    /// How pages look; `nil` if they have no name, logo, colours and links.
    package var brand: BrandConfiguration?
    /// Sorted by name.
    package var teams: [TeamConfiguration]
    /// Sorted by name.
    package var transfers: [TransferConfiguration]
    /// `nil` if the service is not an OpenID Provider.
    package var openID: OpenIDConfiguration?
}

extension ServerConfiguration {
    /// Where the accounts are stored.
    package var databasePlace: DatabasePlace { DatabasePlace(database) }

    /// The path of the page to open for a first look: the demo's or the account's.
    package var firstPage: String { isDemo ? "/" : Paths.webAccount }

    /// Reads a configuration from its sources.
    ///
    /// - Parameters:
    ///   - json: the bytes of the file; `nil` without a file.
    ///   - name: the file's path, for messages.
    ///   - directory: the file's folder, which relative paths start from.
    ///   - environment: the process environment; variables that begin with `SIWA_` are used.
    ///   - flags: values by dotted key, which override all other sources.
    ///   - allowsInsecureDevelopment: whether an emulator on another machine is accepted.
    package init(
        json: [UInt8]?, name: String = "the file", directory: String = "", environment: [String: String] = [:],
        flags: [String: String] = [:], allowsInsecureDevelopment: Bool = false
    ) throws(ConfigurationFaults) {
        let settings = SettingsReader(
            json: json, name: name, directory: directory, environment: environment, prefix: "siwa", flags: flags)
        self.init(settings, allowsInsecureDevelopment: allowsInsecureDevelopment)
        try settings.finish()
    }

    /// Every setting, in the order of the documentation.
    package static var settings: [Setting] {
        let settings = SettingsReader()
        _ = ServerConfiguration(settings, allowsInsecureDevelopment: false)
        return settings.declared
    }

    private init(_ settings: SettingsReader, allowsInsecureDevelopment: Bool) {
        listen = Self.listen(settings)
        publicURL = Self.publicURL(settings, listen: listen)
        (database, databaseConnections, secretsDirectory) = Self.storage(settings)
        isDemo = settings.flag("demo", false, "Serve the demo page at `/`.")
        logLevel = settings.choice("log_level", .info, "The minimum level that is logged.")
        apple = AppleConfiguration(settings, allowsInsecureDevelopment: allowsInsecureDevelopment)
        checksGrants = Self.dailyChecks(settings)
        (audience, accessTokenLifetime, signingKeyAge) = Self.accessTokens(settings)
        existingUsersURL = Self.existingUsersPage(settings)
        pages = PagesConfiguration(settings)
        policy = SignInPolicy(settings)
        proofURL = Self.proofPage(settings)
        policy.longestCompletion = .seconds(apple.callSeconds + 20)
        limits = ServiceLimits(settings)
        housekeepingInterval = settings.time(
            "housekeeping_seconds", .seconds(60), in: 1...86_400, "The interval at which expired records are removed.")
        webhooks = WebhookConfiguration(settings)
        policy.tellsBackend = webhooks != nil
        policy.eventRetention = Self.eventRetention(settings, policy)
        policy.passwords = PasswordPolicy(settings)
        (hashingPlaces, wrongAnswer) = Self.passwordChecking(settings)
        mail = MailConfiguration(settings)
        relayMail = RelayMailConfiguration(settings)
        policy.passwords.canMail = mail != nil
        policy.mail = MailPolicy(settings, canMail: mail != nil)
        brand = Self.brand(settings)
        teams = settings.entries("teams", named: "name") { TeamConfiguration($0, $1) }.sorted { $0.name < $1.name }
        transfers = settings.entries("transfers", named: "name") { TransferConfiguration($0, $1) }
            .sorted { $0.name < $1.name }
        Self.check(teams, transfers, settings)
        Self.checkScripts(teams, publicURL, settings)
        Self.check(policy.doors, teams, settings)
        openID = Self.openID(settings, teams)
        Self.check(audience: audience ?? publicURL?.origin, openID?.clients ?? [], settings)
    }
}

/// The settings that belong to no section with a type of its own.
extension ServerConfiguration {
    private static func listen(_ settings: SettingsReader) -> ListenAddress {
        settings.value(
            "listen", ListenAddress(host: "127.0.0.1", port: 8080), must: "HOST:PORT, such as 127.0.0.1:8080",
            "Where to listen, `HOST:PORT`. Port 0 picks a free one."
        ) { ListenAddress($0) }
    }

    private static func publicURL(_ settings: SettingsReader, listen: ListenAddress) -> PublicURL? {
        let text = settings.text(
            "public_url", unset: "http://localhost:<port> on loopback",
            "The origin under which browsers reach the service: `https`, or `http` on loopback.")
        guard let text else {
            if !listen.isLoopback {
                settings.add(fault: "public_url: missing; it is required when listen is not a loopback address")
            }
            return listen.port == 0 ? nil : PublicURL("http://localhost:\(listen.port)")
        }
        let url = PublicURL(text)
        if url == nil {
            // A password has no place in an address, and none in a message.
            let shown = text.contains("@") ? "" : "\(ShownValue.of(text)): "
            settings.add(
                fault: "public_url: \(shown)must be an origin such as https://id.example.com (http on loopback only)")
        }
        return url
    }

    private static func storage(
        _ settings: SettingsReader
    ) -> (database: String, connections: Int, secretsDirectory: String) {
        let place = DatabasePlace(
            settings.text(
                "database", "siwa.sqlite",
                "The SQLite file, or the URL of a PostgreSQL server ([below](#the-database))."))
        let connections = settings.number(
            "database_connections", 10, in: 1...500,
            "The maximum number of connections to a PostgreSQL server; SQLite needs none.")
        let secretsDirectory = settings.file(
            "secrets_directory", unset: "secrets, beside the database",
            "The folder of [the service's own keys](#the-services-own-keys). Its files are **secret**.")
        return (
            place.resolved(in: settings.directory), connections,
            secretsDirectory ?? FilePlace.resolve("secrets", in: place.folder(in: settings.directory))
        )
    }

    private static func dailyChecks(_ settings: SettingsReader) -> Bool {
        settings.flag(
            "apple.daily_checks", true,
            "Ask Apple once in 25 hours for each person if they still use the app ([operations.md](operations.md))."
        )
    }

    private static func accessTokens(
        _ settings: SettingsReader
    ) -> (audience: String?, lifetime: Duration, keyAge: Duration) {
        let audience = settings.text(
            "access_tokens.audience", unset: "public_url", "The audience of our access tokens.")
        let lifetime = settings.time(
            "access_tokens.lifetime_seconds", .seconds(300), in: 30...900, "The lifetime of our access tokens.")
        let keyAge = settings.time(
            "signing_keys.days", .seconds(90 * 86_400), in: 0...3650,
            "The age at which the next key that signs tokens is created automatically. 0 leaves it to `siwa keys rotate`."
        )
        return (audience, lifetime, keyAge)
    }

    private static func existingUsersPage(_ settings: SettingsReader) -> String? {
        settings.value(
            "sign_in.existing_users_url", must: "an https URL",
            "Your own page where people who already have an account sign in ([below](#questions))."
        ) { isOwnPage($0) ? $0 : nil }
    }

    private static func proofPage(_ settings: SettingsReader) -> String? {
        settings.value(
            "real_person.proof_url", must: "an https URL",
            "Your own page on which a new person gives a further proof with `ask` in a browser "
                + "([real-people.md](operations/real-people.md#in-a-browser))."
        ) { isOwnPage($0) ? $0 : nil }
    }

    private static func isOwnPage(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://localhost"))
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func eventRetention(_ settings: SettingsReader, _ policy: SignInPolicy) -> Duration {
        settings.time(
            "webhooks.days", policy.eventRetention, in: 1...400,
            "How long events are kept, so that they can be replayed.")
    }

    private static func passwordChecking(_ settings: SettingsReader) -> (hashingPlaces: Int, wrongAnswer: Duration) {
        let places = settings.number(
            "passwords.hashing_places", unset: "half of the cores", in: 1...256,
            "How many passwords are hashed at the same time ([below](#passwords)).")
        let wrongAnswer = settings.time(
            "passwords.wrong_answer_milliseconds", .seconds(1), in: 0...10_000,
            "The reply to a wrong password is delayed to a multiple of this time ([below](#passwords)). 0: no delay."
        )
        return (places ?? HashingPool.defaultSize, wrongAnswer)
    }

    private static func brand(_ settings: SettingsReader) -> BrandConfiguration? {
        settings.section("pages") { pages in
            pages.section("brand") {
                BrandConfiguration($0, nameUnset: "the host of public_url", isOfClient: false)
            }
        } ?? nil
    }

    private static func openID(_ settings: SettingsReader, _ teams: [TeamConfiguration]) -> OpenIDConfiguration? {
        let clients = Dictionary(grouping: teams.flatMap(\.clients), by: \.kind).mapValues { $0.map(\.name) }
        return OpenIDConfiguration(
            settings, webClients: clients[.web] ?? [], androidClients: clients[.android] ?? [])
    }
}

/// What must hold across several settings.
extension ServerConfiguration {
    /// Nobody accepts a token that was made for somebody else. Programs tell our tokens apart by their audience; most
    /// do not look at `typ` (RFC 9068 section 2.1; OpenID Connect Core section 3.1.3.7).
    private static func check(audience own: String?, _ clients: [OpenIDClient], _ settings: SettingsReader) {
        let ids = Set(clients.map(\.id))
        let reason = "it is the client_id of a client, which would accept the access tokens as ID tokens"
        if let own, ids.contains(own) { settings.add(fault: "access_tokens.audience: \(reason)") }
        for client in clients {
            guard let audience = client.audience else { continue }
            if audience == own {
                settings.add(
                    fault: "openid.clients.\(client.id).audience: must differ from access_tokens.audience; whatever "
                        + "accepts the service's own tokens would accept the client's, too")
            }
            if ids.contains(audience) { settings.add(fault: "openid.clients.\(client.id).audience: \(reason)") }
        }
    }

    /// Without a team or client nobody could sign in. With a repeated name or id, requests would be ambiguous.
    private static func check(
        _ teams: [TeamConfiguration], _ transfers: [TransferConfiguration], _ settings: SettingsReader
    ) {
        if teams.isEmpty, settings.lacks("teams") {
            settings.add(fault: "teams: at least one team with a key and a client is required")
        }
        for team in teams where team.lacksClients && !transfers.contains(where: { $0.to == team.name }) {
            settings.add(fault: "teams.\(team.name).clients: at least one client is required")
        }
        for fault in TransferConfiguration.faults(transfers, teams) { settings.add(fault: fault) }
        let clients = teams.flatMap(\.clients)
        for name in repeated(clients.map(\.name)) {
            settings.add(fault: "teams: two clients are named \(name)")
        }
        for id in repeated(clients.map(\.id)) where !id.isEmpty {
            settings.add(fault: "teams: two clients have the id \(id)")
        }
        for name in transfers.map(\.name).filter({ !isName($0) }) {
            settings.add(fault: "transfers: the name \(name) may contain only letters, digits, - and _")
        }
        for name in (teams.map(\.name) + clients.map(\.name)).filter({ !isName($0) }) {
            settings.add(fault: "teams: the name \(name) may contain only letters, digits, - and _")
        }
    }

    /// A page that does not ask for the address would let nobody new in. An app decides by itself what it asks for.
    private static func check(_ doors: AccountDoors, _ teams: [TeamConfiguration], _ settings: SettingsReader) {
        guard doors.hiddenAddresses == .refuse else { return }
        for team in teams {
            for client in team.clients where client.kind != .native && !client.scopes.contains(.email) {
                settings.add(
                    fault:
                        "teams.\(team.name).clients.\(client.name).asks_for_email: must be true with "
                        + "sign_in.hidden_addresses: refuse, because nobody shares what Apple does not ask for")
            }
        }
    }

    /// No other origin's page could use the cookie.
    private static func checkScripts(_ teams: [TeamConfiguration], _ publicURL: PublicURL?, _ settings: SettingsReader)
    {
        guard let own = publicURL?.origin else { return }
        for team in teams {
            for client in team.clients where client.script?.result == .cookie {
                for origin in (client.script?.returnURLs ?? [:]).keys.sorted() where origin != own {
                    settings.add(
                        fault:
                            "teams.\(team.name).clients.\(client.name).script.result: cookie is for \(own) only, and "
                            + "a return URL is on \(origin)")
                }
            }
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
