import HTTPTypes
import Hummingbird
import SignInFlows

/// Answers browsers that ask before a page of another origin calls an endpoint (Fetch Standard, section 3.3.3).
struct CrossOriginRoutes: RouteGroup {
    let origins: CrossOrigin

    init(parts: ServiceParts) {
        origins = CrossOrigin(parts.environment)
    }

    var routes: [Route] {
        origins.paths.map { path, permission, isOfOpenID in
            Route(
                .options, path, budget: .network(isOfOpenID ? .openIDClient : .preflight), authentication: .anybody,
                body: .none
            ) { request in try allow(request, permission) }
        }
    }

    /// The request does not name its client yet, so an origin on any client's list is enough. The responder adds the
    /// origin, as to every other reply of these paths.
    private func allow(_ request: RouteRequest<Void, Void>, _ permission: CrossOrigin.Permission) throws -> Response {
        try origins.require(request.http)
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: permission.methods, .accessControlAllowHeaders: permission.headers,
                .accessControlMaxAge: "600",
            ])
    }
}
