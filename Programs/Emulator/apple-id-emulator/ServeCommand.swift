import AppleIDEmulator
import ArgumentParser
import Foundation
import HTTPServing
import Logging
import ServiceLifecycle
import Settings
import UnixSignals

/// `apple-id-emulator serve`, which is also what `apple-id-emulator` does without a subcommand.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the emulator. This is what the command does by default.",
        discussion: """
            Without --config, it creates a team, an app, a service, a key and three people, and prints them. With \
            --template, it creates what one kind of project needs, and prints the settings to paste:

            \(templates)

            Every emulator also has test people, whose name decides what happens when they sign in, such as \
            declined@example.com. A person of yours with such an address, or slow+2@your.example, is one too:

            \(testPeople)

            The first line on standard output is JSON with the base URL; everything else goes to standard error.
            """)

    @Option(help: ArgumentHelp("Teams, clients and people (JSON).", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Where to listen; port 0 picks a free one.", valueName: "host:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp("The base URL that clients use, if it is not where the emulator listens.", valueName: "url"))
    var publicUrl: String?

    @Option(help: ArgumentHelp("The issuer of tokens; by default, the emulator's own base URL.", valueName: "url"))
    var issuer: String?

    @Flag(help: "Allow Apple's own name as --issuer.")
    var allowAppleIssuer = false

    @Option(help: ArgumentHelp("Keep consents, refresh tokens and people across restarts.", valueName: "file"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Draw subjects, codes, tokens and keys from a seed, so that runs repeat. The keys are then public.",
            valueName: "n"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Freeze the clock at a time, such as 2026-03-01T12:00:00Z; control calls can move it.", valueName: "time"),
        transform: Self.time)
    var clock: Int?

    @Flag(help: "Refuse wherever it is unknown whether Apple refuses.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Answer as articles of a year describe Apple: one key, text flags, the address once.",
            valueName: "year"))
    var asOf: AppleYear?

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "Make an endpoint misbehave from the start, such as token:status,status=503,times=2; may be repeated.",
            valueName: "endpoint:kind,…"))
    var faults: [String] = []

    @Option(help: ArgumentHelp("Register what a kind of project needs.", valueName: "kind"))
    var template: ProjectTemplate?

    @Option(
        help: ArgumentHelp("The App ID of the template; its Services ID is this with .web.", valueName: "bundle-id"))
    var appId: String?

    @Option(
        name: .customLong("return-url"),
        help: ArgumentHelp(
            "An additional return URL of the example's or the template's service; may be repeated.", valueName: "url"))
    var returnURLs: [String] = []

    @Option(help: ArgumentHelp("Where the example's key file is kept.", valueName: "folder"))
    var keysIn: String?

    @OptionGroup var connections: ConnectionOptions

    func run() async throws {
        let (configuration, example, project) = try readConfiguration()
        // a file that reaches the limit of its size is an error of the write, not the end of the program
        signal(SIGXFSZ, SIG_IGN)
        var logger = Logger(label: "apple-id-emulator") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .info
        let server = try EmulatorServer(configuration: configuration, logger: logger)
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    server,
                    Announcement(
                        server: server, configuration: configuration, example: example, project: project,
                        keyFolder: keysIn ?? Self.keyFolder),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    /// Flags take precedence over the environment, and the environment over the file.
    private func readConfiguration() throws -> (EmulatorConfiguration, ExampleSetup?, ProjectSetup?) {
        let (setup, example, project) = try readSetup()
        var configuration = setup
        if let listen {
            guard let address = ListenAddress(listen) else {
                throw ValidationError("--listen must be HOST:PORT, not \(listen).")
            }
            configuration.listen = address
        }
        if let publicUrl { configuration.publicURL = publicUrl }
        if let issuer { configuration.issuer = issuer }
        if allowAppleIssuer { configuration.allowsAppleIssuer = true }
        try connections.apply(to: &configuration)
        if let asOf { try configuration.setYear(asOf) }
        if strict { configuration.makeStrict() }
        for fault in faults { try configuration.addFault(fault) }
        if let state { configuration.stateFile = state }
        if let seed {
            configuration.seed = seed
            configuration.drawsFromSeed = true
        }
        if let clock { configuration.frozenClock = clock }
        return (configuration, example, project)
    }

    /// The file, the template or the example.
    private func readSetup() throws -> (EmulatorConfiguration, ExampleSetup?, ProjectSetup?) {
        if let config {
            guard returnURLs.isEmpty else {
                throw ValidationError("--return-url belongs to the example; with --config, put it into the file.")
            }
            guard template == nil, appId == nil else {
                throw ValidationError("--template and --app-id cannot be used with --config.")
            }
            return (try EmulatorConfiguration(file: config), nil, nil)
        }
        let folder = keysIn ?? Self.keyFolder
        let token = ProcessInfo.processInfo.environment["EMULATOR_CONTROL_TOKEN"]
        if let template {
            let made = try ProjectSetup.make(
                template, appID: appId, returnURLs: returnURLs, keysIn: folder, seed: seed)
            var configuration = made.configuration
            configuration.controlToken = token
            return (configuration, nil, made)
        }
        guard appId == nil else { throw ValidationError("--app-id needs --template.") }
        let made = try ExampleSetup.make(keysIn: folder, returnURLs: returnURLs, seed: seed)
        var configuration = made.configuration
        configuration.controlToken = token
        return (configuration, made, nil)
    }

    /// The templates, for the help.
    private static var templates: String {
        ProjectTemplate.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n")
    }

    /// The test people, for the help.
    private static var testPeople: String {
        TestOutcome.allCases.map { "  \($0.rawValue): \($0.sentence)" }.joined(separator: "\n")
    }

    @Sendable private static func time(_ text: String) throws -> Int {
        guard let seconds = Timestamp.seconds(of: text) else {
            throw ValidationError("--clock must be a time like 2026-03-01T12:00:00Z, from 1970 to 9999.")
        }
        return seconds
    }

    /// The folder for state in the XDG Base Directory Specification.
    private static var keyFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? ".") + "/.local/state"
        return state + "/apple-id-emulator"
    }
}

extension ProjectTemplate: ExpressibleByArgument {}

extension AppleYear: ExpressibleByArgument {}
