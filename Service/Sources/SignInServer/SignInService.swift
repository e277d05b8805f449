package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import SignInAPI
package import SignInFlows

/// The sign-in service over HTTP: routes, pages, middleware. Runs in any process, under any port.
package struct SignInService: Sendable {
    private let parts: ServiceParts
    private let limiter: RateLimiter
    private let limits: ServiceLimits
    private let logger: Logger

    /// Assembles the service.
    ///
    /// - Parameters:
    ///   - environment: what the flows work with.
    ///   - limits: limits of the HTTP side.
    ///   - journal: the steps shown on the demo page; nil, and there is no demo page.
    ///   - appleHealth: how Apple was found last; for the health page.
    ///   - metrics: what is counted; nil counts from zero.
    ///   - existingUsersURL: the app's own page for people who have an account there; nil where there is none.
    ///   - logger: where requests are written down.
    package init(
        environment: SignInEnvironment, limits: ServiceLimits = ServiceLimits(), journal: SignInJournal? = nil,
        appleHealth: AppleHealth? = nil, metrics: ServiceMetrics? = nil,
        existingUsersURL: String? = nil, logger: Logger
    ) throws {
        let cookies = ServiceCookies(environment.publicURL)
        let ownOrigin = OwnOrigin(publicURL: environment.publicURL)
        limiter = RateLimiter(
            perMinute: limits.requestsPerMinute, backendPerMinute: limits.backendRequestsPerMinute,
            now: environment.now)
        parts = ServiceParts(
            environment: environment,
            authenticators: RequestAuthenticators(
                sessions: SessionAuthenticator(
                    environment: environment, cookies: cookies, ownOrigin: ownOrigin, limiter: limiter),
                services: ServiceAuthenticator(
                    environment: environment, operators: OperatorAddresses(ranges: limits.operatorAddresses)),
                ownOrigin: ownOrigin),
            pages: try Pages(), cookies: cookies,
            appOrigins: AppOrigins(
                clients: environment.clients, existingUsersURL: existingUsersURL, publicURL: environment.publicURL),
            journal: journal, appleHealth: appleHealth, metrics: metrics ?? ServiceMetrics(), exports: ExportTurns(),
            existingUsersURL: existingUsersURL)
        self.limits = limits
        self.logger = logger
    }

    /// The service as something that can be run, alone or in a group.
    ///
    /// - Parameters:
    ///   - listen: where; port 0 picks a free one.
    ///   - onListening: told the port once connections are taken.
    package func application(
        listen: ListenAddress, onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let places = ConnectionPlaces(
            perNetwork: limits.maximumConnectionsPerNetwork, uncounted: limits.trustedProxies + limits.ownMachine,
            logger: logger)
        parts.metrics.watch(
            "siwa_connections_refused_total", help: "Connections beyond those that one network may hold."
        ) { places.refused }
        let times = limits.times
        // One loop for idle connections and slow headers: that long without a whole request head closes the connection.
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionPlace(places), AnswerDeadline(longestStall: times.stalledAnswer), OneRequestAtATime(),
                RequestDeadline(longestBody: times.body), OversizedHead(),
            ],
            idleTimeout: times.idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 32_768, maxHeaderListSize: 65_536, maxHeaderFieldCount: 200))
        return Application(
            router: router(), server: .http1(configuration: channel),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.maximumConnections, logger: logger)),
            onServerRunning: { await onListening($0.localAddress?.port ?? listen.port) }, logger: logger)
    }

    /// Routes under their middleware. The order, from the outside in: who asks, what is written down, what every reply
    /// carries, how errors look, what is refused at the door.
    func router() -> Router<ServiceContext> {
        let table = routes
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: ClientAddress(
                trustedProxies: limits.trustedProxies, isProxied: parts.environment.publicURL.isSecure))
        router.add(middleware: RequestLog(routes: table.byPath))
        router.add(middleware: RequestCounting(metrics: parts.metrics, routes: table.byPath))
        router.add(middleware: SecurityHeaders(isSecure: parts.environment.publicURL.isSecure))
        router.add(
            middleware: ErrorRendering(
                pages: parts.pages, documentation: parts.environment.publicURL.origin + Paths.errorCodes,
                appleHealth: parts.appleHealth, metrics: parts.metrics))
        router.add(middleware: RequestLimits(routes: table.byPath, limiter: limiter))
        table.add(to: router)
        return router
    }

    var routes: RouteTable { RouteTable(parts) }
}
