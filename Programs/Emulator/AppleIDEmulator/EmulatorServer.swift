package import Foundation
import HTTPServing
import Hummingbird
import HummingbirdCore
import JSONWebTokens
package import Logging
import NIOCore
import ServiceLifecycle
import Settings
import Synchronization

/// An emulator of Sign in with Apple on this machine: for demos, for tests in the same process, and for the command
/// `apple-id-emulator`.
///
/// Add it to a `ServiceGroup`, or call `run()` in a task. ``baseURL`` returns its address once the socket is bound.
package struct EmulatorServer: Service {
    let state: EmulatorState
    private let languages: PageLanguages
    private let callLimits: CallLimits
    private let logger: Logger

    /// Checks the configuration, loads the state file and makes the first signing key.
    ///
    /// Throws ``ConfigurationFaults`` with every fault that it finds.
    package init(
        configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Date = { Date() },
        randomBytes: (@Sendable (Int) -> [UInt8])? = nil, logger: Logger = Logger(label: "apple-id-emulator")
    ) throws {
        try self.init(
            configuration: configuration, now: now, randomBytes: randomBytes, logger: logger, signingKey: nil)
    }

    /// Tests can pass a signing key, since generating one takes longer than most tests, wait longer for receivers,
    /// answer for domains, and let slow people answer at once.
    init(
        configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Date,
        randomBytes: (@Sendable (Int) -> [UInt8])?, logger: Logger, signingKey: SigningKey?,
        callLimits: CallLimits = .notification, fetchDomainFile: @escaping DomainFetch = DomainAssociation.fetch,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) throws {
        let keeper = try configuration.stateFile.map { try StateKeeper(path: $0, seed: configuration.seed) }
        let bytes = randomBytes ?? Self.source(for: configuration, past: keeper?.fingerprint)
        // clients compare certificates with their own clocks, not with the emulator's
        let certificates = try ServerCertificates(configuration, at: Date())
        state = try EmulatorState(
            configuration: configuration, now: now, randomBytes: bytes, keeper: keeper, certificates: certificates,
            fetchDomainFile: fetchDomainFile, pause: pause)
        languages = try PageLanguages()
        self.callLimits = callLimits
        var logger = logger
        logger[metadataKey: "emulator"] = "apple-id-emulator"
        self.logger = logger
        if let signingKey, let keyID = signingKey.keyID {
            state.note { $0.keyRing.add(signingKey, keyID: keyID) }
        } else {
            for _ in 0..<configuration.signingKeysBeforeListening {
                _ = try state.addSigningKey(isPublished: true)
            }
        }
    }

    var configuration: EmulatorConfiguration { state.configuration }

    private static func source(
        for configuration: EmulatorConfiguration, past: String?
    ) -> @Sendable (Int) -> [UInt8] {
        if configuration.drawsFromSeed {
            let seeded = SeededBytes(seed: configuration.seed, past: past)
            return { seeded.draw($0) }
        }
        return { count in
            var generator = SystemRandomNumberGenerator()
            var bytes: [UInt8] = []
            // eight bytes at a time, since each call of the generator is a system call
            while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
            return Array(bytes.prefix(count))
        }
    }

    /// The origin of every endpoint, such as `http://idp.localhost:9080`. Waits until the socket is bound.
    package var baseURL: String {
        get async throws { try await state.address.wait() }
    }

    /// The origin at which control calls are also served; nil if the configuration has none.
    package var controlURL: String? {
        get async throws { configuration.controlListen == nil ? nil : try await state.controlAddress.wait() }
    }

    /// Where the relay takes mail, as `HOST:PORT`; nil if the configuration has no such address.
    package var mailAddress: String? {
        get async throws { configuration.mailListen == nil ? nil : try await state.mailAddress.wait() }
    }

    /// The certificate in PEM that clients have to trust; nil without TLS.
    package var authorityCertificate: String? { get throws { try state.certificates?.authority.pem } }

    /// Serves until the task is cancelled or the service group shuts down.
    ///
    /// Throws `CannotListen` if the address cannot be bound.
    package func run() async throws {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        do {
            try await withGracefulShutdownHandler {
                try await application().run()
            } onGracefulShutdown: {
                // requests that wait at a gate would delay the shutdown
                state.faults.clear()
            }
            state.fail(CancellationError())
        } catch {
            let listen = state.configuration.listen
            let bound = ListenAddress(host: listen.bindHost, port: listen.port)
            let fault = CannotListen(error, at: bound) ?? error
            state.fail(fault)
            throw fault
        }
    }

    func application() -> some ApplicationProtocol {
        let listen = state.configuration.listen
        return Application(
            router: makeRouter(),
            server: .emulator(state, .init(additionalChannelHandlers: [InFrontOfTheCodec()])),
            configuration: ApplicationConfiguration(address: .hostname(listen.bindHost, port: listen.port)),
            services: [
                SigningKeyMaker(state: state), NotificationSender(state: state, limits: callLimits, logger: logger),
            ] + ControlListener.services(state, logger) + MailListener.services(state, logger),
            onServerRunning: { [state] channel in
                let port = channel.localAddress?.port ?? listen.port
                state.address.bound("\(state.configuration.scheme)://\(ListenAddress(host: listen.host, port: port))")
            },
            logger: logger)
    }

    func makeRouter() -> Router<EmulatorContext> {
        let router = Router(context: EmulatorContext.self)
        router.add(middleware: EmulatorMark(pages: languages.english))
        router.add(middleware: UnknownControlCall(state, logger))
        let runner = EndpointRunner(state: state, logger: logger)
        let discovery = DiscoveryEndpoint(state: state)
        let keys = KeysEndpoint(state: state)
        let token = TokenEndpoint(state: state)
        let revoke = RevokeEndpoint(state: state)
        let migration = MigrationEndpoint(state: state)
        for method in [HTTPRequest.Method.get, .head] {
            runner.add(method, "/.well-known/openid-configuration", .discovery, to: router) { _ in discovery.answer() }
            runner.add(method, "/auth/keys", .keys, to: router) { _ in keys.answer() }
        }
        runner.add(.post, "/auth/token", .token, to: router) { try await token.answer($0) }
        runner.add(.post, "/auth/revoke", .revoke, to: router) { try await revoke.answer($0) }
        runner.add(.post, "/auth/usermigrationinfo", .migration, to: router) { try await migration.answer($0) }
        addPages(to: router, runner)
        AccountRoutes(state: state, languages: languages).add(to: router, runner)
        DeviceEndpoint(state: state, languages: languages).add(to: router, runner)
        ScriptEndpoint(state: state).add(to: router, runner)
        FaultsEndpoint(state: state, pages: languages.english).add(to: router, runner)
        ButtonEndpoint(state: state).add(to: router, runner)
        PortalEndpoint(site: PortalSite(state: state, pages: languages.english)).add(to: router, runner)
        ControlRoutes(state: state).add(to: router, runner)
        return router
    }

    private func addPages(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let authorize = AuthorizeEndpoint(state: state, languages: languages)
        let steps = AuthorizeSteps(state: state, languages: languages)
        runner.add(.get, "/auth/authorize", .authorize, to: router) { try await authorize.answer($0) }
        let posts: [(RouterPath, AuthorizeSteps.Step)] = [
            ("/auth/authorize/account", steps.account), ("/auth/authorize/password", steps.password),
            ("/auth/authorize/code", steps.code), ("/auth/authorize/consent", steps.consent),
            ("/auth/authorize/cancel", steps.cancel), ("/auth/authorize/sheet", steps.sheet),
            ("/auth/authorize/other-account", steps.otherAccount),
        ]
        for (path, step) in posts {
            runner.add(.post, path, .pages, to: router) { try await steps.visit($0, step) }
        }
        // a report of the popup's last page, which no fault is meant for
        runner.add(.post, "/auth/authorize/popup", .control, to: router) { try await steps.visit($0, steps.popup) }
        // not counted as `pages`: otherwise the style sheet could use up a counted fault that is meant for a page
        runner.add(.get, "/auth/emulator.css", .control, to: router) { _ in
            Answer(
                headers: [("Content-Type", "text/css; charset=utf-8"), ("Cache-Control", "max-age=300")],
                body: PageTemplates.styleSheet)
        }
        runner.add(.get, "/", .pages, to: router) {
            let find = FormFields(decoding: ($0.uri.query ?? "").utf8)?["find"] ?? ""
            return .page(try languages.english.render(state.read { Page.home($0, find: find) }))
        }
    }
}

/// Generates the remaining signing keys after the start, which waits only for the first one.
struct SigningKeyMaker: Service {
    let state: EmulatorState

    func run() async throws {
        let configuration = state.configuration
        for _ in configuration.signingKeysBeforeListening..<max(1, configuration.signingKeyCount) {
            if Task.isShuttingDownGracefully || Task.isCancelled { return }
            await Task.yield()
            _ = try state.addSigningKey(isPublished: true)
        }
        try? await gracefulShutdown()
    }
}
