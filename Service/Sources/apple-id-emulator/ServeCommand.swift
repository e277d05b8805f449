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
            Without --config, it creates a team, an app, a service, a key and three people, and prints them. \
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
        name: .customLong("fault"),
        help: ArgumentHelp(
            "Make an endpoint misbehave from the start, such as token:status,status=503,times=2; may be repeated.",
            valueName: "endpoint:kind,…"))
    var faults: [String] = []

    @Option(
        name: .customLong("return-url"),
        help: ArgumentHelp("An additional return URL of the example's service; may be repeated.", valueName: "url"))
    var returnURLs: [String] = []

    @Option(help: ArgumentHelp("Where the example's key file is kept.", valueName: "folder"))
    var keysIn: String?

    @OptionGroup var connections: ConnectionOptions

    func run() async throws {
        let (configuration, example) = try readConfiguration()
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
                        server: server, configuration: configuration, example: example,
                        keyFolder: keysIn ?? Self.keyFolder),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    /// Flags take precedence over the environment, and the environment over the file.
    private func readConfiguration() throws -> (EmulatorConfiguration, ExampleSetup?) {
        var example: ExampleSetup?
        var configuration: EmulatorConfiguration
        if let config {
            guard returnURLs.isEmpty else {
                throw ValidationError("--return-url belongs to the example; with --config, put it into the file.")
            }
            configuration = try EmulatorConfiguration(file: config)
        } else {
            let made = try ExampleSetup.make(keysIn: keysIn ?? Self.keyFolder, returnURLs: returnURLs, seed: seed)
            (configuration, example) = (made.configuration, made)
            configuration.controlToken = ProcessInfo.processInfo.environment["EMULATOR_CONTROL_TOKEN"]
        }
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
        if strict { configuration.makeStrict() }
        for fault in faults { try configuration.addFault(fault) }
        if let state { configuration.stateFile = state }
        if let seed {
            configuration.seed = seed
            configuration.drawsFromSeed = true
        }
        if let clock { configuration.frozenClock = clock }
        return (configuration, example)
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
