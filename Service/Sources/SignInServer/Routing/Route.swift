import HTTPTypes
import Hummingbird

/// A route: its requirements and its handler.
///
/// The requirements are enforced before the handler runs, in the order of their declaration: budget, authentication,
/// body.
struct Route: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let budget: RouteBudget
    let authentication: AuthenticationRequirement
    /// The limit in bytes; `nil` if the route reads no body.
    let bodyLimit: Int?
    private let handle: @Sendable (Request, ServiceContext, RequestAuthenticators) async throws -> Response

    init<Caller, Body>(
        _ method: HTTPRequest.Method, _ path: String, budget: RouteBudget,
        authentication: RouteAuthentication<Caller>, body: RouteBody<Body>,
        use handler: @escaping @Sendable (RouteRequest<Caller, Body>) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.budget = budget
        self.authentication = authentication.requirement
        bodyLimit = body.limit
        handle = { request, context, authenticators in
            let caller = try await authentication.authenticate(request, context, authenticators)
            return try await handler(
                RouteRequest(http: request, context: context, caller: caller, body: try await body.read(request)))
        }
    }

    /// Answers a request that the budget allows.
    func answer(
        _ request: Request, _ context: ServiceContext, _ authenticators: RequestAuthenticators
    ) async throws -> Response {
        try await handle(request, context, authenticators)
    }
}

/// Routes for one subject.
protocol RouteGroup: Sendable {
    var routes: [Route] { get }
}
