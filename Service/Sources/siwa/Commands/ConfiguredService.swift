import ArgumentParser
import Foundation
import Logging
import Settings
import SignInFlows
import SignInServer

/// The service as a configuration file describes it, for commands that work on its database without serving.
struct ConfiguredService: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file (JSON).", valueName: "file"))
    var config: String

    /// What the configuration says.
    func settings() throws -> ServerConfiguration {
        let file = try ConfigurationFile(config)
        return try ServerConfiguration(
            json: file.json, directory: file.directory, environment: ProcessInfo.processInfo.environment,
            allowsInsecureDevelopment: true)
    }

    /// Runs `work` in the service's environment and closes what was opened, whatever happened.
    func withEnvironment<Value: Sendable>(
        _ work: @Sendable (SignInEnvironment) async throws -> Value
    ) async throws -> Value {
        try await withParts { try await work($0.environment) }
    }

    /// Runs `work` with all that the service is made of, and closes what was opened, whatever happened.
    func withParts<Value: Sendable>(
        _ work: @Sendable (ServiceComposition.Parts) async throws -> Value
    ) async throws -> Value {
        let settings = try settings()
        guard try settings.databasePlace.isThere() else {
            throw ConfigurationFaults([
                "database: none found at \(settings.databasePlace); the service creates it at its first start"
            ])
        }
        var logger = Logger(label: "siwa") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let parts = try await ServiceComposition(settings, logger: logger).parts()
        do {
            let value = try await work(parts)
            await parts.close()
            return value
        } catch {
            await parts.close()
            throw error
        }
    }
}
