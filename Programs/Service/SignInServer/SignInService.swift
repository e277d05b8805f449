import HTTPConnections
package import HTTPServing
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import SignInAPI
package import SignInFlows

/// The sign-in service over HTTP: routes, pages and limits. It can run in any process and on any port.
package struct SignInService: Sendable {
    private let parts: ServiceParts
    private let limiter: RateLimiter
    private let limits: ServiceLimits
    private let logger: Logger

    /// Assembles the service.
    ///
    /// - Parameters:
    ///   - environment: the environment of the flows.
    ///   - limits: the limits of the HTTP service.
    ///   - journal: the steps for the demo page; `nil` for no demo page.
    ///   - emulator: the origin of the emulator in Apple's place; `nil` at Apple.
    ///   - appleHealth: Apple's availability, for the health page.
    ///   - metrics: the counters; `nil` for new ones.
    ///   - existingUsersURL: the app's own page for people who already have an account; `nil` if there is none.
    ///   - proofURL: the app's own page on which new people give a further proof; `nil` if there is none.
    ///   - brands: name, logo, colours and links of the pages; `nil` for the name of the host alone.
    ///   - languages: the languages of the pages and mails.
    ///   - logger: the logger for requests.
    package init(
        environment: SignInEnvironment, limits: ServiceLimits = ServiceLimits(), journal: SignInJournal? = nil,
        emulator: String? = nil, appleHealth: AppleHealth? = nil, metrics: ServiceMetrics? = nil,
        existingUsersURL: String? = nil, proofURL: String? = nil, languages: Languages, brands: Brands? = nil,
        logger: Logger
    ) throws {
        let cookies = ServiceCookies(environment.publicURL)
        let ownOrigin = OwnOrigin(publicURL: environment.publicURL)
        let limiter = RateLimiter(
            perMinute: limits.requestsPerMinute, backendPerMinute: limits.backendRequestsPerMinute,
            now: environment.now)
        self.limiter = limiter
        let environment = environment.limiting { limiter.take($0, of: $1) }
        parts = ServiceParts(
            environment: environment,
            authenticators: RequestAuthenticators(
                sessions: SessionAuthenticator(
                    environment: environment, cookies: cookies, ownOrigin: ownOrigin, limiter: limiter),
                services: ServiceAuthenticator(
                    environment: environment,
                    operators: OperatorAddresses(
                        ranges: limits.operatorAddresses, publicURL: environment.publicURL)),
                ownOrigin: ownOrigin,
                scriptPages: ScriptPages(clients: environment.clients, ownOrigin: ownOrigin)),
            pages: try PageSet(languages, brands: brands ?? .plain(host: environment.publicURL.host)), cookies: cookies,
            appOrigins: AppOrigins(
                clients: environment.clients, existingUsersURL: existingUsersURL, publicURL: environment.publicURL),
            journal: journal, emulator: emulator, appleHealth: appleHealth, metrics: metrics ?? ServiceMetrics(),
            exports: ExportTurns(), existingUsersURL: existingUsersURL, proofURL: proofURL)
        self.limits = limits
        self.logger = logger
    }

    /// The service as an application that runs alone or in a group.
    ///
    /// - Parameters:
    ///   - listen: the address to listen on; port 0 means any free port.
    ///   - onListening: called with the port when the service accepts connections.
    package func application(
        listen: ListenAddress, onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let places = ConnectionPlaces(
            perNetwork: limits.maximumConnectionsPerNetwork, uncounted: limits.trustedProxies + limits.ownMachine,
            logger: logger)
        parts.metrics.watch(
            "siwa_connections_refused_total", help: "Connections refused because one network had too many."
        ) { places.refused }
        let responder = responder()
        let connections = AnsweredConnections(
            limits.times, common: CommonFields(responder.headers.constant), inFront: { [ConnectionPlace(places)] }
        ) { request, channel, logger in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            return try await responder.reply(to: request, ServiceContext(source: source))
        }
        return Application(
            responder: responder,
            server: HTTPServerBuilder { _ in connections },
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.maximumConnections, logger: logger)),
            onServerRunning: { await onListening($0.localAddress?.port ?? listen.port) }, logger: logger)
    }

    private func responder() -> ServiceResponder {
        let isSecure = parts.environment.publicURL.isSecure
        return ServiceResponder(
            table: routes,
            addresses: ClientAddress(trustedProxies: limits.trustedProxies, isProxied: isSecure),
            limits: RequestLimits(limiter: limiter),
            errors: ErrorRendering(
                pages: parts.pages, documentation: parts.environment.publicURL.origin + Paths.errorCodes,
                appleHealth: parts.appleHealth, metrics: parts.metrics, environment: parts.environment),
            headers: SecurityHeaders(isSecure: isSecure), metrics: parts.metrics, log: RequestLog(logger))
    }

    var routes: RouteTable { RouteTable(parts) }
}
