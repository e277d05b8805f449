import HTTPTypes
import Hummingbird
import SignInFlows

/// A group of routes about one subject.
protocol RouteGroup: Sendable {
    func add(to router: Router<ServiceContext>)
}

/// The table of contents of the HTTP side: every group, in the order in which a reader meets them.
struct RouteTable: Sendable {
    private let groups: [any RouteGroup]

    init(_ parts: ServiceParts) {
        groups = [
            NativeSignInRoutes(
                environment: parts.environment, authenticator: parts.authenticator, metrics: parts.metrics),
            SessionRoutes(environment: parts.environment, authenticator: parts.authenticator),
            AccountRoutes(
                environment: parts.environment, authenticator: parts.authenticator, exports: parts.exports),
            AccountIdentityRoutes(environment: parts.environment, authenticator: parts.authenticator),
            PasswordRoutes(
                environment: parts.environment, authenticator: parts.authenticator, metrics: parts.metrics),
            BackendRoutes(environment: parts.environment, services: parts.services),
            WebSignInRoutes(
                environment: parts.environment, pages: parts.pages, cookies: parts.cookies, metrics: parts.metrics),
            WebSignOutRoutes(parts: parts),
            WebAccountRoutes(parts: parts),
            WebQuestionRoutes(parts: parts),
            WebLinkRoutes(parts: parts),
            WebPasswordRoutes(parts: parts),
            WebAccountPasswordRoutes(parts: parts),
            AppleNotificationRoutes(environment: parts.environment, limiter: parts.limiter),
            EndedSessionsRoutes(environment: parts.environment, services: parts.services),
            KeySetRoutes(accessTokens: parts.environment.accessTokens),
            HealthRoutes(database: parts.environment.database, appleHealth: parts.appleHealth),
            MetricsRoutes(
                environment: parts.environment, metrics: parts.metrics, appleHealth: parts.appleHealth,
                services: parts.services),
            ErrorCodesRoutes(pages: parts.pages),
            parts.journal.map { DemoRoutes(parts: parts, journal: $0) } ?? StartRoutes(parts: parts),
        ]
    }

    func add(to router: Router<ServiceContext>) {
        for group in groups { group.add(to: router) }
    }

    /// The methods of each path, read from a router that has these routes and nothing else.
    var methods: [String: [HTTPRequest.Method]] {
        let router = Router(context: ServiceContext.self)
        add(to: router)
        return Dictionary(grouping: router.routes) { $0.path.description }.mapValues { $0.map(\.method) }
    }
}
