import AccountStorage
import Foundation
import HTTPServing
package import Logging
package import Settings
import SignInBackground
package import SignInFlows
package import SignInServer
import SignInWithApple

/// Assembles the service. This is the only place that chooses a database and a transport.
package struct ServiceComposition {
    let configuration: ServerConfiguration
    let publicURL: PublicURL
    let listen: ListenAddress
    let logger: Logger
    private let mayMigrate: Bool
    private let seams: ServiceSeams

    /// Chooses the port now, because the public address may depend on it.
    package init(
        _ configuration: ServerConfiguration, logger: Logger, mayMigrate: Bool = true,
        seams: ServiceSeams = ServiceSeams()
    ) throws(ConfigurationFaults) {
        guard let listen = configuration.listen.withFreePort() else {
            throw ConfigurationFaults(["listen: no port is free"])
        }
        guard let publicURL = configuration.publicURL ?? PublicURL("http://localhost:\(listen.port)") else {
            throw ConfigurationFaults(["public_url: missing"])
        }
        self.configuration = configuration
        self.listen = listen
        self.publicURL = publicURL
        self.logger = logger
        self.mayMigrate = mayMigrate
        self.seams = seams
    }

    /// The parts that run, and those to close afterwards.
    package struct Parts {
        package let environment: SignInEnvironment
        let service: SignInService
        let housekeeping: Housekeeping
        let outbox: BackgroundWorker
        /// `nil` if no backend is configured.
        package let webhooks: Webhooks?
        let mail: BackgroundWorker?
        let bounces: BackgroundWorker?
        let planner: ValidationPlanner
        let numbers: BackgroundWorker
        let restoreWatch: RestoreWatch
        let keyRotation: SigningKeyRotation
        /// `nil` unless the service is an OpenID Provider, as well as `logoutNotices`.
        let idTokenKeyRotation: SigningKeyRotation?
        let logoutNotices: LogoutNotices?
        let masterRotation: MasterKeyRotation
        let keys: AppleKeySet
        let database: OpenDatabase
        let transport: AsyncHTTPClientTransport
    }

    /// Opens and reads everything that the service needs. A fault in any of it prevents the start.
    package func parts() async throws -> Parts {
        let now = seams.now
        let apple = configuration.apple
        let transport = AsyncHTTPClientTransport(
            connectTimeout: TimeInterval(apple.connectSeconds), longestCall: TimeInterval(apple.callSeconds),
            allowsPlainHTTPTo: apple.plainOrigins)
        do {
            return try await assembled(transport: transport, now: now)
        } catch {
            try? await transport.shutdown()
            throw error
        }
    }

    private func assembled(
        transport: AsyncHTTPClientTransport, now: @escaping @Sendable () -> Date
    ) async throws -> Parts {
        let ground = try groundwork(transport: transport, now: now)
        let environment = try await signInEnvironment(on: ground)
        let webhooks = try configuration.webhooks.map { settings in
            try Webhooks(settings, environment: environment, metrics: ground.metrics, logger: logger)
        }
        let service = try service(environment, on: ground)
        return parts(environment, service, webhooks, on: ground, transport)
    }

    /// What is opened and read before there are flows.
    private struct Groundwork {
        let now: @Sendable () -> Date
        let languages: Languages
        let drift: ClockDrift
        let metrics: ServiceMetrics
        let keys: AppleKeySet
        let health: AppleHealth
        let clients: ClientDirectory
        let secrets: SecretsDirectory
        let database: OpenDatabase
        let restored: RestoredDatabase
        /// `nil` without the demo page.
        let journal: SignInJournal?
        let accessTokens: AccessTokens
        let brands: Brands
    }

    private func groundwork(
        transport: AsyncHTTPClientTransport, now: @escaping @Sendable () -> Date
    ) throws -> Groundwork {
        let languages = try languages()
        let drift = ClockDrift(now: now, logger: logger)
        let calls = drift.watching(seams.transport(transport))
        let metrics = metrics()
        let keys = AppleKeySet(
            endpoints: configuration.apple.endpoints, transport: calls, now: now,
            store: FileKeySetStore(path: configuration.secretsDirectory + "/apple-key-set.json"),
            observe: { metrics.record($0) })
        let clients = try ClientComposition(
            apple: configuration.apple, keys: keys, transport: calls, now: now, observe: { metrics.record($0) }
        )
        .directory(of: configuration.teams, moving: configuration.transfers)
        let (secrets, database) = try secretsAndDatabase(at: now())
        return Groundwork(
            now: now, languages: languages, drift: drift, metrics: metrics, keys: keys,
            health: AppleHealth(keys: keys, secondsAhead: { drift.seconds }, now: now), clients: clients,
            secrets: secrets, database: database, restored: RestoredDatabase(database.accounts, now: now),
            journal: configuration.isDemo ? SignInJournal(now: now) : nil,
            accessTokens: try accessTokens(secrets), brands: try Brands(configuration, host: publicURL.host))
    }

    private func languages() throws(ConfigurationFaults) -> Languages {
        let languages = try configuration.pages.languages()
        for warning in languages.warnings { logger.warning("pages: \(warning)") }
        return languages
    }

    private func metrics() -> ServiceMetrics {
        let metrics = ServiceMetrics()
        metrics.watch(
            "siwa_log_lines_dropped_total", help: "Log lines dropped because nothing read them in time.",
            seams.droppedLogLines)
        return metrics
    }

    private func signInEnvironment(on ground: Groundwork) async throws -> SignInEnvironment {
        SignInEnvironment(
            publicURL: publicURL, serviceName: ground.brands.serviceName, clients: ground.clients,
            database: seams.database(ground.database.accounts), now: ground.now,
            randomBytes: SystemRandom.bytes,
            secrets: ground.secrets.secrets, accessTokens: ground.accessTokens,
            openID: try openIDProvider(ground.secrets, ground.accessTokens), language: ground.languages.standard,
            policy: configuration.policy,
            restoredAt: try await ground.restored.restoredAt(),
            hashing: HashingPool(size: configuration.hashingPlaces),
            answers: .steps(of: configuration.wrongAnswer),
            observe: { [seams, journal = ground.journal] step in
                journal?.record(step)
                await seams.observe(step)
            }, report: report(to: ground.health, ground.metrics))
    }

    /// The service that answers requests.
    private func service(_ environment: SignInEnvironment, on ground: Groundwork) throws -> SignInService {
        try SignInService(
            environment: environment, limits: limits(), journal: ground.journal,
            emulator: configuration.emulatorOrigin, appleHealth: ground.health, metrics: ground.metrics,
            existingUsersURL: configuration.existingUsersURL, proofURL: configuration.proofURL,
            languages: ground.languages, brands: ground.brands, logger: logger)
    }

    /// The service and the work without a request.
    private func parts(
        _ environment: SignInEnvironment, _ service: SignInService, _ webhooks: Webhooks?, on ground: Groundwork,
        _ transport: AsyncHTTPClientTransport
    ) -> Parts {
        let (drift, metrics) = (ground.drift, ground.metrics)
        return Parts(
            environment: environment, service: service,
            housekeeping: Housekeeping(
                environment: environment, interval: configuration.housekeepingInterval, logger: logger,
                isClockFarOff: { drift.isFarOff }),
            outbox: .appleOutbox(
                of: environment, logger: logger, isClockFarOff: { drift.isFarOff },
                observe: { metrics.record(validation: $0) }),
            webhooks: webhooks, mail: mailWorker(environment, metrics), bounces: bounceWorker(environment, metrics),
            planner: planner(environment, metrics),
            numbers: .auditCounting(of: environment, logger: logger, isClockFarOff: { drift.isFarOff }),
            restoreWatch: restoreWatch(of: ground.restored, environment),
            keyRotation: accessTokenKeyRotation(ground.secrets, environment),
            idTokenKeyRotation: idTokenKeyRotation(ground.secrets, environment),
            logoutNotices: environment.openID.map { _ in LogoutNotices(environment, logger: logger) },
            masterRotation: masterRotation(ground.secrets, environment),
            keys: ground.keys, database: ground.database, transport: transport)
    }

    /// The configured limits, with the number of connections reduced to the available file descriptors.
    private func limits() -> ServiceLimits {
        let budget = DescriptorBudget.settled(
            connections: configuration.limits.maximumConnections,
            databaseConnections: configuration.databaseConnections)
        if let warning = budget.warning { logger.warning("\(warning)") }
        var limits = configuration.limits
        limits.maximumConnections = budget.connections
        return limits
    }

    private func planner(_ environment: SignInEnvironment, _ metrics: ServiceMetrics) -> ValidationPlanner {
        let planner = ValidationPlanner(environment: environment, logger: logger)
        if configuration.checksGrants {
            metrics.watch(
                gauge: "siwa_validation_behind_seconds",
                help: "How far the planning of daily checks at Apple is behind."
            ) { planner.secondsBehind }
        }
        return planner
    }

    private func mailWorker(_ environment: SignInEnvironment, _ metrics: ServiceMetrics) -> BackgroundWorker? {
        guard let mail = configuration.mail else { return nil }
        let (now, random, name) = (environment.now, environment.randomBytes, environment.serviceName)
        let observe: @Sendable (String) -> Void = { metrics.record(mail: $0) }
        let outbox =
            switch mail.way {
            case .command(let arguments):
                MailOutbox(
                    environment, observe: observe,
                    send: MailCommand(arguments, from: mail.from, name: name, now: now, randomBytes: random).send)
            case .folder(let path):
                MailOutbox(
                    environment, observe: observe,
                    send: MailFolder(path: path, from: mail.from, name: name, now: now, randomBytes: random).send)
            }
        return .mail(of: outbox, logger: logger)
    }

    private func bounceWorker(_ environment: SignInEnvironment, _ metrics: ServiceMetrics) -> BackgroundWorker? {
        configuration.relayMail.bouncesFolder.map { path in
            let folder = BounceFolder(
                path: path, environment: environment, logger: logger, observe: { metrics.record(mailReport: $0) })
            return BackgroundWorker.bounces(in: folder, logger: logger)
        }
    }

    private func restoreWatch(of database: RestoredDatabase, _ environment: SignInEnvironment) -> RestoreWatch {
        RestoreWatch(
            folder: configuration.secretsDirectory, database: database, report: environment.report, logger: logger)
    }

    private func masterRotation(_ secrets: SecretsDirectory, _ environment: SignInEnvironment) -> MasterKeyRotation {
        MasterKeyRotation(
            folder: MasterKeyFolder(path: configuration.secretsDirectory, randomBytes: SystemRandom.bytes),
            environment: environment,
            interval: min(.seconds(10), configuration.housekeepingInterval), inUse: secrets.masters, logger: logger)
    }

    private func secretsAndDatabase(
        at now: Date
    ) throws -> (secrets: SecretsDirectory, database: OpenDatabase) {
        let place = configuration.databasePlace
        return try SecretsDirectory.open(
            configuration.secretsDirectory, now: now, signsIDTokens: configuration.openID != nil,
            databasePath: "\(place)", isDatabaseThere: place.isThere
        ) { isFirstStart in
            guard try isFirstStart || place.isThere() else {
                throw DatabaseMissing(database: "\(place)", secretsDirectory: configuration.secretsDirectory)
            }
            return try place.open(
                DatabasePlace.Opening(
                    createIfMissing: isFirstStart, mayMigrate: isFirstStart || mayMigrate,
                    connections: configuration.databaseConnections))
        }
    }

    private func accessTokens(_ secrets: SecretsDirectory) throws(ConfigurationFaults) -> AccessTokens {
        let tokens = AccessTokens(
            signingKey: secrets.accessTokenKeys.signing, retiredKeys: secrets.accessTokenKeys.others,
            publicURL: publicURL,
            audience: configuration.audience ?? publicURL.origin, lifetime: configuration.accessTokenLifetime)
        guard let tokens else { throw ConfigurationFaults(["access_tokens: invalid audience, lifetime or key"]) }
        return tokens
    }

    private func report(
        to health: AppleHealth, _ metrics: ServiceMetrics
    ) -> @Sendable (SignInIncident) -> Void {
        { [incidents = IncidentLog(logger)] incident in
            health.record(incident)
            metrics.record(incident)
            incidents.write(incident)
        }
    }
}
