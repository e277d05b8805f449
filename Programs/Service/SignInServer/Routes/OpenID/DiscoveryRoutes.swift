import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// What the OpenID Provider publishes about itself, for clients that configure themselves.
struct DiscoveryRoutes: RouteGroup {
    private let document: [UInt8]

    init(parts: ServiceParts) {
        let locales = parts.pages.languages.all.map(\.tag)
        document = ProviderDocument(parts.environment.publicURL, locales: locales).json
    }

    var routes: [Route] {
        [Paths.openIDConfiguration, Paths.authorizationServerMetadata].map { path in
            Route(
                .get, path, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none, use: read)
        }
    }

    private func read(_ request: RouteRequest<Void, Void>) -> Response {
        var response = Response.json(bytes: document)
        response.headers[.cacheControl] = "public, max-age=300"
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}
