import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Our public keys, which other services need to verify access tokens and ID tokens.
struct KeySetRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.keySet, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none, use: read)
        ]
    }

    private func read(_ request: RouteRequest<Void, Void>) -> Response {
        var response = Response.json(bytes: parts.environment.publicKeySetJSON)
        // The keys are public and meant for other origins. A new key is published for twice this time before it signs.
        response.headers[.cacheControl] = "public, max-age=300"
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}
