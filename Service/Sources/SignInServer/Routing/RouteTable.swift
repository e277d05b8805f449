import Hummingbird

/// The table of contents of the HTTP side: every group, by who asks.
struct RouteTable: Sendable {
    let routes: [Route]
    /// The routes of each path, for what looks a request up.
    let byPath: [String: [Route]]
    private let authenticators: RequestAuthenticators

    init(_ parts: ServiceParts) {
        let app: [any RouteGroup] = [
            NativeSignInRoutes(parts: parts), SessionRoutes(parts: parts), AccountRoutes(parts: parts),
            AccountIdentityRoutes(parts: parts), PasswordRoutes(parts: parts),
        ]
        let web: [any RouteGroup] = [
            WebSignInRoutes(parts: parts), WebSignOutRoutes(parts: parts), WebAccountRoutes(parts: parts),
            WebQuestionRoutes(parts: parts), WebLinkRoutes(parts: parts), WebPasswordRoutes(parts: parts),
            WebAccountPasswordRoutes(parts: parts),
            parts.journal.map { DemoRoutes(parts: parts, journal: $0) } ?? StartRoutes(parts: parts),
        ]
        let backend: [any RouteGroup] = [BackendRoutes(parts: parts), EndedSessionsRoutes(parts: parts)]
        let apple: [any RouteGroup] = [AppleNotificationRoutes(parts: parts)]
        let operations: [any RouteGroup] = [
            HealthRoutes(parts: parts), MetricsRoutes(parts: parts), KeySetRoutes(parts: parts),
            ErrorCodesRoutes(parts: parts),
        ]
        routes = (app + web + backend + apple + operations).flatMap(\.routes)
        byPath = Dictionary(grouping: routes, by: \.path)
        authenticators = parts.authenticators
    }

    func add(to router: Router<ServiceContext>) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { [authenticators] request, context in
                try await route.answer(request, context, authenticators)
            }
        }
    }
}
