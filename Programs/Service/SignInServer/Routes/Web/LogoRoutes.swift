import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows

/// The logos of pages.
struct LogoRoutes: RouteGroup {
    private let logos: [String: LogoImage]

    init(parts: ServiceParts) {
        logos = parts.pages.brands.logos
    }

    var routes: [Route] {
        [
            Route(
                .get, Paths.webLogo, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none, use: read)
        ]
    }

    /// A page shows a logo as an image, where an SVG runs no script. Somebody may also open its address: then the policy
    /// lets it draw, and nothing else. Only our own pages may show it, so that nobody else can with our address.
    private func read(_ request: RouteRequest<Void, Void>) throws -> Response {
        guard let hash = try request.query()["v"], let logo = logos[hash] else {
            throw RequestRefusal(.routeUnknown)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: logo.format.mediaType, .cacheControl: "public, max-age=31536000, immutable",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: logo.bytes)))
    }
}
