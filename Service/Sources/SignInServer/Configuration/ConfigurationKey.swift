/// One key of the configuration as the operator sees it; `Documentation/configuration.md` is compared with this list.
package struct ConfigurationKey: Sendable, Equatable {
    /// What a value must look like.
    package enum Kind: String, Sendable {
        case text, number, flag, list
    }

    /// The path; a component in angle brackets is a name that the operator chooses.
    package let path: [String]
    /// What a value must look like.
    package let kind: Kind
    /// What holds without the key, in words; nil when the key is required.
    package let standard: String?
    /// The allowed numbers, for keys of that kind.
    package let range: ClosedRange<Int>?

    /// The path with dots.
    package var name: String { path.joined(separator: ".") }

    private init(_ name: String, _ kind: Kind, standard: String?, range: ClosedRange<Int>? = nil) {
        path = name.split(separator: ".").map(String.init)
        self.kind = kind
        self.standard = standard
        self.range = range
    }
}

extension ConfigurationKey {
    /// Every key, in the order of the documentation.
    package static let all: [ConfigurationKey] =
        [publicURL, listen, database, databaseConnections, secretsDirectory, demo, logLevel] + apple + limits + webhooks
        + passwords + teams

    static let publicURL = ConfigurationKey("public_url", .text, standard: "http://localhost:<port> on loopback")
    static let listen = ConfigurationKey("listen", .text, standard: "127.0.0.1:8080")
    static let database = ConfigurationKey("database", .text, standard: "siwa.sqlite")
    static let databaseConnections = ConfigurationKey(
        "database_connections", .number, standard: "10", range: 1...500)
    static let secretsDirectory = ConfigurationKey("secrets_directory", .text, standard: "secrets, beside the database")
    static let demo = ConfigurationKey("demo", .flag, standard: "false")
    static let logLevel = ConfigurationKey("log_level", .text, standard: "info")

    static let appleBaseURL = ConfigurationKey("apple.base_url", .text, standard: "Apple's")
    static let appleIssuer = ConfigurationKey("apple.issuer", .text, standard: "apple.base_url")
    static let appleConnect = ConfigurationKey("apple.connect_seconds", .number, standard: "3", range: 1...30)
    static let appleCall = ConfigurationKey("apple.call_seconds", .number, standard: "10", range: 1...60)
    static let appleDailyChecks = ConfigurationKey("apple.daily_checks", .flag, standard: "true")
    private static let apple = [appleBaseURL, appleIssuer, appleConnect, appleCall, appleDailyChecks]

    static let audience = ConfigurationKey("access_tokens.audience", .text, standard: "public_url")
    static let accessLifetime = ConfigurationKey(
        "access_tokens.lifetime_seconds", .number, standard: "300", range: 30...900)
    static let signingKeyDays = ConfigurationKey("signing_keys.days", .number, standard: "90", range: 0...3650)
    static let attemptLifetime = ConfigurationKey(
        "sign_in.lifetime_seconds", .number, standard: "600", range: 60...3600)
    static let codeChallenge = ConfigurationKey("sign_in.code_challenge", .flag, standard: "false")
    static let question = ConfigurationKey("sign_in.question", .text, standard: "never")
    static let existingUsersURL = ConfigurationKey("sign_in.existing_users_url", .text, standard: "none")
    static let linkTicketLifetime = ConfigurationKey(
        "sign_in.link_ticket_seconds", .number, standard: "600", range: 30...600)
    static let idleDays = ConfigurationKey("sessions.idle_days", .number, standard: "30", range: 1...400)
    static let absoluteDays = ConfigurationKey("sessions.absolute_days", .number, standard: "180", range: 1...3650)
    static let ratePerMinute = ConfigurationKey("rate_limits.per_minute", .number, standard: "120", range: 0...100_000)
    static let backendRatePerMinute = ConfigurationKey(
        "rate_limits.backend_per_minute", .number, standard: "6000", range: 0...1_000_000)
    static let trustedProxies = ConfigurationKey("trusted_proxies", .list, standard: "none")
    static let operatorAddresses = ConfigurationKey("operator_addresses", .list, standard: "loopback")
    static let maximumConnections = ConfigurationKey(
        "maximum_connections", .number, standard: "4096", range: 1...1_000_000)
    static let connectionsPerNetwork = ConfigurationKey(
        "maximum_connections_per_network", .number, standard: "256", range: 0...1_000_000)
    static let housekeeping = ConfigurationKey("housekeeping_seconds", .number, standard: "60", range: 1...86_400)
    private static let limits = [
        audience, accessLifetime, signingKeyDays, attemptLifetime, codeChallenge, question, existingUsersURL,
        linkTicketLifetime,
        idleDays, absoluteDays, ratePerMinute, backendRatePerMinute, trustedProxies,
        operatorAddresses, maximumConnections, connectionsPerNetwork, housekeeping, auditDays, unknownPerson,
        unsupportedPerson, webPerson, androidPerson,
    ]

    static let auditDays = ConfigurationKey("audit.days", .number, standard: "400", range: 1...3650)
    static let unknownPerson = ConfigurationKey("real_person.unknown", .text, standard: "mark")
    static let unsupportedPerson = ConfigurationKey("real_person.unsupported", .text, standard: "allow")
    static let webPerson = ConfigurationKey("real_person.web", .text, standard: "allow")
    static let androidPerson = ConfigurationKey("real_person.android", .text, standard: "allow")

    static let webhookURL = ConfigurationKey("webhooks.url", .text, standard: "none")
    static let webhookSecretFile = ConfigurationKey("webhooks.secret_file", .text, standard: "none")
    static let webhookTimeout = ConfigurationKey("webhooks.timeout_seconds", .number, standard: "15", range: 1...60)
    static let webhookDays = ConfigurationKey("webhooks.days", .number, standard: "30", range: 1...400)
    private static let webhooks = [webhookURL, webhookSecretFile, webhookTimeout, webhookDays]

    static let passwordsEnabled = ConfigurationKey("passwords.enabled", .flag, standard: "false")
    static let hashingPlaces = ConfigurationKey(
        "passwords.hashing_places", .number, standard: "half of the cores", range: 1...256)
    static let scryptLogarithm = ConfigurationKey("passwords.scrypt_log_n", .number, standard: "17", range: 10...18)
    static let wrongAnswer = ConfigurationKey(
        "passwords.wrong_answer_milliseconds", .number, standard: "1000", range: 0...10_000)
    static let mailCommand = ConfigurationKey("mail.command", .list, standard: "none")
    static let mailFolder = ConfigurationKey("mail.folder", .text, standard: "none")
    static let mailFrom = ConfigurationKey("mail.from", .text, standard: "none")
    private static let passwords = [
        passwordsEnabled, hashingPlaces, scryptLogarithm, wrongAnswer, mailCommand, mailFolder, mailFrom,
    ]

    static let teamID = ConfigurationKey("teams.<name>.team_id", .text, standard: nil)
    static let teamSignIn = ConfigurationKey("teams.<name>.sign_in", .flag, standard: "true")
    static let keyFile = ConfigurationKey("teams.<name>.keys.<key id>.file", .text, standard: nil)
    static let clientID = ConfigurationKey("teams.<name>.clients.<client>.id", .text, standard: nil)
    static let clientKind = ConfigurationKey("teams.<name>.clients.<client>.kind", .text, standard: nil)
    static let returnURLs = ConfigurationKey("teams.<name>.clients.<client>.return_urls", .list, standard: "none")
    static let primaryAppIDs = ConfigurationKey("teams.<name>.primary_app_ids", .list, standard: "none")
    private static let teams = [teamID, teamSignIn, primaryAppIDs, keyFile, clientID, clientKind, returnURLs]

    /// The path with the operator's names in place of the brackets, in order.
    func path(_ names: [String]) -> [String] {
        var remaining = names[...]
        return path.map { $0.hasPrefix("<") ? remaining.popFirst() ?? $0 : $0 }
    }
}
