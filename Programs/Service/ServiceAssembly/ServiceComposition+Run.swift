import Foundation
import HTTPServing
import Logging
import ServiceLifecycle
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple
import UnixSignals

extension ServiceComposition {
    /// Serves until SIGTERM or SIGINT, and closes everything afterwards even if it throws.
    package func run() async throws {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let parts = try await parts()
        await warnOfUnknownTeams(in: parts)
        let result = await outcome {
            try await parts.restoreWatch.check()
            await parts.restoreWatch.note()
            try await serve(parts)
            await parts.restoreWatch.note()
        }
        await parts.close()
        try result.get()
    }

    /// After a change of team, everybody would get a second account. A database that does not answer now is reported
    /// elsewhere.
    private func warnOfUnknownTeams(in parts: Parts) async {
        let unknown = try? await StoredTeams.unknown(in: parts.database.accounts, configured: configuration.teamIDs)
        for team in unknown ?? [] { logger.warning("\(StoredTeams.warning(team))") }
    }

    private func serve(_ parts: Parts) async throws {
        let application = parts.service.application(listen: listen) { port in announce(port: port) }
        var group = ServiceGroupConfiguration(
            services: background(parts) + [application] + watchdog,
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(30)
        try await ServiceGroup(configuration: group).run()
    }

    /// The services that run beside the server, in the order in which they start. They stop in the reverse order.
    func background(_ parts: Parts) -> [any Service] {
        let always: [any Service] = [
            parts.housekeeping, parts.outbox, parts.numbers, parts.restoreWatch, parts.keyRotation,
            parts.masterRotation,
            KeyWarming(keys: parts.keys, logger: logger),
        ]
        let planner: [any Service] = configuration.checksGrants ? [parts.planner] : []
        let mail: [any Service] = [parts.mail, parts.bounces].compactMap { $0 }
        let idTokenKeys: [any Service] = parts.idTokenKeyRotation.map { [$0] } ?? []
        let logoutNotices: [any Service] = parts.logoutNotices.map { [$0.worker] } ?? []
        return always + mail + planner + idTokenKeys + logoutNotices + (parts.webhooks.map { [$0.worker] } ?? [])
    }

    private var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// It comes last, so that it is the first to hear of the end.
    private var watchdog: [any Service] {
        guard let socket = SystemdSocket(environment: environment) else { return [] }
        return [Watchdog(socket, environment: environment, answer: EventLoops.answer)]
    }

    /// Scripts that chose port 0 read the actual address here.
    private func announce(port: Int) {
        let bound = ListenAddress(host: listen.host, port: port)
        let line = "{\"base_url\":\"\(publicURL.origin)\",\"listen\":\"\(bound)\"}\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        logger.notice(
            "open \(publicURL.origin + configuration.firstPage) in a browser",
            metadata: [
                "listen": "\(bound)", "database": "\(configuration.databasePlace)",
                "apple": "\(configuration.apple.endpoints.clientSecretAudience)",
            ])
        SystemdSocket(environment: environment)?.send("READY=1")
    }

    private func outcome(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(CannotListen(error, at: listen) ?? error)
        }
    }
}

extension ServiceComposition.Parts {
    /// Closes the database, after serving callers that are already waiting, and the connections to Apple, the app's
    /// backend and OpenID clients.
    package func close() async {
        await database.close()
        try? await transport.shutdown()
        await webhooks?.close()
        await logoutNotices?.close()
    }
}
