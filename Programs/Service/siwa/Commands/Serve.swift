import ArgumentParser
import Foundation
import Logging
import ServiceAssembly
import Settings
import SignInServer

/// `siwa serve`: runs the sign-in service until it is told to stop.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the sign-in service.",
        discussion: """
            Settings come from the file, the environment (SIWA_PUBLIC_URL, SIWA_LISTEN, …) and these options; later \
            ones override earlier ones. The first line on standard output is JSON with the address; the log goes to \
            standard error. SIGTERM and SIGINT stop it after the requests in progress.
            """)

    @Option(
        help: ArgumentHelp("The configuration file (JSON); by default siwa.json in this folder.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Where to listen; port 0 picks a free one.", valueName: "host:port"))
    var listen: String?

    @Option(help: ArgumentHelp("The address under which browsers reach the service.", valueName: "origin"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "The SQLite file, or the postgresql://… URL of a server; pass its password in PGPASSWORD or PGPASSFILE.",
            valueName: "file-or-url"))
    var database: String?

    @Flag(help: "Refuse a database with an older schema instead of migrating it.")
    var noMigrate = false

    @Option(help: ArgumentHelp("The folder of the service's own keys.", valueName: "folder"))
    var secretsDirectory: String?

    @Flag(help: "Serve the demo page at /.")
    var demo = false

    @Flag(help: "Accept an emulator that is not on this machine. Never in production.")
    var insecureDevelopment = false

    func run() async throws {
        let settings = try read()
        let log = LogQueue(descriptor: STDERR_FILENO)
        defer { log.flush(within: 2) }
        LoggingSystem.bootstrap { QueuedLogHandler(label: $0, queue: log) }
        var logger = Logger(label: "siwa")
        logger.logLevel = settings.logLevel
        var seams = ServiceSeams()
        seams.droppedLogLines = { log.dropped }
        try await ServiceComposition(settings, logger: logger, mayMigrate: !noMigrate, seams: seams).run()
    }

    private func address(_ argument: String) throws -> String {
        let place = DatabasePlace(argument)
        guard !place.hasPassword else {
            // Every user of the machine can read the arguments of a process.
            throw ConfigurationFaults(["--database: must not contain a password; use PGPASSWORD or a password file"])
        }
        if case .file(let path) = place { return URL(fileURLWithPath: path).path }
        return argument
    }

    private func read() throws -> ServerConfiguration {
        var flags: [String: String] = [:]
        flags["listen"] = listen
        flags["public_url"] = publicURL
        flags["database"] = try database.map { try address($0) }
        let file = try config.map { try ConfigurationFile($0) } ?? DefaultConfiguration.read()
        flags["secrets_directory"] = secretsDirectory.map { URL(fileURLWithPath: $0).path }
        if demo { flags["demo"] = "true" }
        return try ServerConfiguration(
            json: file.json, name: file.path, directory: file.directory,
            environment: ProcessInfo.processInfo.environment, flags: flags,
            allowsInsecureDevelopment: insecureDevelopment)
    }
}
