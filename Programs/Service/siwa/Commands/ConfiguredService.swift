import ArgumentParser
import Foundation
import Logging
import ServiceAssembly
import Settings
import SignInFlows
import SignInServer

/// The configured service, for commands that use its database without serving requests.
struct ConfiguredService: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file (JSON); by default siwa.json in this folder.", valueName: "file"))
    var config: String?

    /// The file as messages name it.
    var file: String { config ?? DefaultConfiguration.name }

    /// Reads the configuration.
    func settings() throws -> ServerConfiguration { try Self.settings(in: config) }

    /// Reads the configuration in this file, or in the default one.
    static func settings(in path: String?) throws -> ServerConfiguration {
        let file = try path.map { try ConfigurationFile($0) } ?? DefaultConfiguration.read()
        return try ServerConfiguration(
            json: file.json, name: file.path, directory: file.directory,
            environment: ProcessInfo.processInfo.environment,
            allowsInsecureDevelopment: true)
    }

    /// Runs `work` in the service's environment, and closes everything afterwards even if it throws.
    func withEnvironment<Value: Sendable>(
        _ work: @Sendable (SignInEnvironment) async throws -> Value
    ) async throws -> Value {
        try await withParts { try await work($0.environment) }
    }

    /// Runs `work` with all parts of the service, and closes everything afterwards even if it throws.
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
