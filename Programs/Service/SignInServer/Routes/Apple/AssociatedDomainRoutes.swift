import HTTPTypes
import Hummingbird
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple

/// Names the apps that may use what keychains hold for this domain. Apple's servers and devices read it
/// (https://developer.apple.com/documentation/xcode/supporting-associated-domains).
struct AssociatedDomainRoutes: RouteGroup {
    private let apps: [String]
    private let document: [UInt8]

    init(parts: ServiceParts) {
        apps = Self.apps(of: parts.environment.clients)
        let credentials: JSONObject = ["apps": .array(apps.map { .string($0) })]
        let document: JSONObject = ["webcredentials": .object(credentials)]
        self.document = document.json
    }

    var routes: [Route] {
        guard !apps.isEmpty else { return [] }
        return [
            Route(
                .get, Paths.appleAppSiteAssociation, budget: .unlimited(.writtenOnce), authentication: .anybody,
                body: .none, use: read)
        ]
    }

    /// The application identifiers: prefix and bundle ID. The prefix is the Team ID, unless a team made another one
    /// before June 2011 (https://developer.apple.com/library/archive/technotes/tn2311/_index.html).
    private static func apps(of clients: ClientDirectory) -> [String] {
        let native = clients.all.filter { $0.kind == .native }
        return Set(native.map { "\($0.team.teamID.rawValue).\($0.id.rawValue)" }).sorted()
    }

    private func read(_ request: RouteRequest<Void, Void>) -> Response {
        var response = Response.json(bytes: document)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }
}
