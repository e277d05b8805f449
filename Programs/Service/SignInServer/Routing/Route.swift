import HTTPServing
import HTTPTypes
import Hummingbird

/// A route: its requirements and its handler.
///
/// The requirements are enforced before the handler runs, in the order of their declaration: mode, budget,
/// authentication, body.
struct Route: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let mode: RouteMode
    let budget: RouteBudget
    let authentication: AuthenticationRequirement
    /// The limit in bytes; `nil` if the route reads no body.
    let bodyLimit: Int?
    /// The names that a JSON body may have; `nil` if others are ignored.
    let bodyNames: KnownNames?
    let storage: RouteStorage
    /// Whether HEAD is answered where GET is (RFC 9110 section 9.1). It is not for an export: the audit would record a
    /// copy that nobody got, and its length is not known before everything was read.
    let answersHead: Bool
    private let handle: @Sendable (Request, ServiceContext, RequestAuthenticators) async throws -> Response

    init<Caller, Body>(
        _ method: HTTPRequest.Method, _ path: String, mode: RouteMode = .any, budget: RouteBudget,
        authentication: RouteAuthentication<Caller>, body: RouteBody<Body>,
        stores storage: RouteStorage = .nothing, answersHead: Bool = true,
        use handler: @escaping @Sendable (RouteRequest<Caller, Body>) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.mode = mode
        self.budget = budget
        self.authentication = authentication.requirement
        bodyLimit = body.limit
        bodyNames = body.names
        self.storage = storage
        self.answersHead = answersHead
        handle = { request, context, authenticators in
            let caller = try await authentication.authenticate(request, context, authenticators)
            return try await handler(
                RouteRequest(http: request, context: context, caller: caller, body: try await body.read(request)))
        }
    }

    /// The methods that the route answers.
    var methods: [HTTPRequest.Method] { answersBoth ? [.get, .head] : [method] }

    /// Whether HEAD is one of them, besides GET.
    private var answersBoth: Bool { method == .get && answersHead }

    /// Whether the route answers requests with a method.
    func answers(_ asked: HTTPRequest.Method) -> Bool {
        asked == method || asked == .head && answersBoth
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
