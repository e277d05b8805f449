import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Our public keys, by which other services verify access tokens.
struct KeySetRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.keySet, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none, use: read)
        ]
    }

    private func read(_ request: RouteRequest<Void, Void>) -> Response {
        var response = Response.json(bytes: parts.environment.accessTokens.publicKeySetJSON)
        // Public, and meant for other origins; a new key is published this long before it signs.
        response.headers[.cacheControl] = "public, max-age=300"
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}
