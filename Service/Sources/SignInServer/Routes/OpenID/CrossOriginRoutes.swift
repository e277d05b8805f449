import HTTPTypes
import Hummingbird
import SignInFlows

/// Answers browsers that ask before a page of another origin calls an endpoint (Fetch Standard, section 3.3.3).
struct CrossOriginRoutes: RouteGroup {
    let origins: CrossOrigin

    init(parts: ServiceParts) {
        origins = CrossOrigin(parts.environment.openID)
    }

    var routes: [Route] {
        CrossOrigin.paths.map { path in
            Route(
                .options, path, budget: .network(.openIDClient), authentication: .anybody, body: .none, use: allow)
        }
    }

    /// The request does not name its client yet, so an origin on any client's list is enough. The responder adds the
    /// origin, as to every other reply of these paths.
    private func allow(_ request: RouteRequest<Void, Void>) throws -> Response {
        guard origins.origin(of: request.http) != nil else { throw RequestRefusal(.originNotAllowed) }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, POST",
                .accessControlAllowHeaders: "authorization, content-type",
                .accessControlMaxAge: "600",
            ])
    }
}
