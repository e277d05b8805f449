import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Our public keys, by which other services verify access tokens.
struct KeySetRoutes: RouteGroup {
    let accessTokens: AccessTokens

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.keySet)) { _, _ in
            var response = Response.json(bytes: accessTokens.publicKeySetJSON)
            // Public, and meant for other origins; a new key is published this long before it signs.
            response.headers[.cacheControl] = "public, max-age=300"
            response.headers[.crossOriginResourcePolicy] = "cross-origin"
            response.headers[.accessControlAllowOrigin] = "*"
            return response
        }
    }
}
