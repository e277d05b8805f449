import HTTPTypes
import Hummingbird
import SignInFlows

/// All routes of the service, grouped by caller.
struct RouteTable: Sendable {
    let routes: [Route]
    let authenticators: RequestAuthenticators
    /// The routes of each path.
    let byPath: [String: [Route]]

    init(_ parts: ServiceParts) {
        let app: [any RouteGroup] = [
            NativeSignInRoutes(parts: parts), SessionRoutes(parts: parts), AccountRoutes(parts: parts),
            AccountIdentityRoutes(parts: parts), PasswordRoutes(parts: parts), ScriptSignInRoutes(parts: parts),
            CrossOriginRoutes(parts: parts),
        ]
        let web: [any RouteGroup] = [
            WebSignInRoutes(parts: parts), WebSignOutRoutes(parts: parts), WebAccountRoutes(parts: parts),
            WebQuestionRoutes(parts: parts), WebLinkRoutes(parts: parts), WebPasswordRoutes(parts: parts),
            WebAccountPasswordRoutes(parts: parts), WebWaitingRoutes(parts: parts), LogoRoutes(parts: parts),
            parts.journal.map { DemoRoutes(parts: parts, journal: $0) } ?? StartRoutes(parts: parts),
        ]
        let backend: [any RouteGroup] = [
            BackendRoutes(parts: parts), HeldSignInRoutes(parts: parts), EndedSessionsRoutes(parts: parts),
            NumbersRoutes(parts: parts), MailReportRoutes(parts: parts), MailMessageRoutes(parts: parts),
        ]
        let apple: [any RouteGroup] = [AppleNotificationRoutes(parts: parts), AssociatedDomainRoutes(parts: parts)]
        let proxy: [any RouteGroup] = [SessionCheckRoutes(parts: parts)]
        let operations: [any RouteGroup] = [
            HealthRoutes(parts: parts), MetricsRoutes(parts: parts), KeySetRoutes(parts: parts),
            ErrorCodesRoutes(parts: parts),
        ]
        let openID: [any RouteGroup] =
            parts.environment.openID == nil
            ? []
            : [
                DiscoveryRoutes(parts: parts), AuthorizationRoutes(parts: parts), TokenRoutes(parts: parts),
                UserInfoRoutes(parts: parts), LogoutRoutes(parts: parts), ConsentRoutes(parts: parts),
                AndroidAppRoutes(parts: parts), BrowserClientRoutes(parts: parts),
            ]
        routes = (app + web + backend + apple + proxy + operations + openID).flatMap(\.routes)
        byPath = Dictionary(grouping: routes, by: \.path)
        authenticators = parts.authenticators
    }

    /// Finds the routes for the path of a request. The path must match exactly.
    func find(_ request: Request) -> ServedPath {
        guard let routes = byPath[request.uri.path] else { return ServedPath(routes: [], route: nil) }
        return ServedPath(routes: routes, route: routes.first { $0.methods.contains(request.method) })
    }
}

/// The result of a lookup in the table.
struct ServedPath: Sendable {
    fileprivate let routes: [Route]
    /// The route for the path and method; `nil` if the path has only other methods.
    let route: Route?

    /// The path of the routes; `nil` for an unknown path.
    var path: String? { routes.first?.path }

    /// The methods that the path supports.
    var methods: [HTTPRequest.Method] { routes.flatMap(\.methods) }
}
