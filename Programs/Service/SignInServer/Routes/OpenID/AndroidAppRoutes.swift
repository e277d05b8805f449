import HTTPTypes
import Hummingbird
import JSONWebTokens
import SignInAPI
import SignInFlows

/// What Android reads to let an app open links to this host, and what a browser shows if the app did not
/// (https://developer.android.com/training/app-links/configure-assetlinks).
struct AndroidAppRoutes: RouteGroup {
    private let parts: ServiceParts
    private let clients: [OpenIDClient]

    init(parts: ServiceParts) {
        self.parts = parts
        clients = parts.environment.openID?.clients.all ?? []
    }

    var routes: [Route] { [statements, notOpened].compactMap(\.self) }

    private var statements: Route? {
        let apps = clients.compactMap(\.androidApp)
        guard !apps.isEmpty else { return nil }
        let document = JSONValue.array(apps.map(Self.statement)).json
        return Route(
            .get, Paths.assetLinks, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none
        ) { _ in
            var response = Response.json(bytes: document)
            response.headers[.cacheControl] = "public, max-age=300"
            return response
        }
    }

    /// The path is there if a client has it as a redirect URI.
    private var notOpened: Route? {
        let uri = parts.environment.publicURL.origin + Paths.oauthApp
        guard clients.contains(where: { $0.redirectURIs.contains { $0.text == uri } }) else { return nil }
        return Route(
            .get, Paths.oauthApp, mode: .navigation, budget: .network(.account), authentication: .anybody, body: .none
        ) { [parts] request in try parts.pages(for: request).appNotOpened() }
    }

    /// A statement of the Digital Asset Links specification.
    private static func statement(_ app: AndroidApp) -> JSONValue {
        let target: JSONObject = [
            "namespace": .string("android_app"), "package_name": .string(app.package),
            "sha256_cert_fingerprints": .array(app.certificates.map { .string($0) }),
        ]
        let statement: JSONObject = [
            "relation": .array([.string("delegate_permission/common.handle_all_urls")]), "target": .object(target),
        ]
        return .object(statement)
    }
}
