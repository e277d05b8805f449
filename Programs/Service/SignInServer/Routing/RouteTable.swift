import HTTPTypes
import Hummingbird
import SignInFlows

/// All routes of the service, grouped by caller.
struct RouteTable: Sendable {
    let routes: [Route]
    let authenticators: RequestAuthenticators
    /// The paths that have routes.
    let byPath: [String: RoutedPath]
    private let origins: CrossOrigin

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
            WebHandOffRoutes(parts: parts),
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
        let origins = CrossOrigin(parts.environment)
        self.origins = origins
        byPath = Dictionary(
            uniqueKeysWithValues: Dictionary(grouping: routes, by: \.path).map { path, routes in
                (path, RoutedPath(path, routes, origins))
            })
        authenticators = parts.authenticators
    }

    /// Finds the routes for the path of a request. The path must match exactly.
    func find(_ request: Request) -> ServedPath {
        let path = request.uri.path
        let routed = byPath[path] ?? RoutedPath(path, [], origins)
        return ServedPath(routed: routed, route: routed.routes.first { $0.answers(request.method) })
    }
}

/// A path, its routes, and what all replies on it have in common. It is decided once for each path of the table, because
/// every request asks for it.
final class RoutedPath: Sendable {
    /// The routes, one for each method; none for an unknown path.
    let routes: [Route]
    let openerPolicy: OpenerPolicy
    /// Who may call the path from a page of another origin; `nil` for nobody.
    let crossOrigin: CrossOrigin.Rule?
    /// Whether it is asked all the time, so that the log shows that on demand only.
    let isHealthCheck: Bool

    init(_ path: String, _ routes: [Route], _ origins: CrossOrigin) {
        self.routes = routes
        openerPolicy = OpenerPolicy(path: path)
        crossOrigin = origins.rule(of: path)
        isHealthCheck = !routes.isEmpty && path.hasPrefix("/health/")
    }
}

/// The result of a lookup in the table.
struct ServedPath: Sendable {
    let routed: RoutedPath
    /// The route for the path and method; `nil` if the path has only other methods.
    let route: Route?

    /// The path of the routes; `nil` for an unknown path.
    var path: String? { routed.routes.first?.path }

    /// The methods that the path supports.
    var methods: [HTTPRequest.Method] { routed.routes.flatMap(\.methods) }
}
