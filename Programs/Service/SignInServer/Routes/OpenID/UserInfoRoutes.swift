import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Claims about the person of an OpenID client's access token (OpenID Connect Core section 5.3).
struct UserInfoRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [HTTPRequest.Method.get, .post].map { method in
            Route(
                method, Paths.oauthUserInfo, budget: .network(.openIDClient), authentication: .decidedByHandler,
                body: .none, use: read)
        }
    }

    /// A token in a body or a query is not read: addresses appear in logs (RFC 6750 section 2.3).
    private func read(_ request: RouteRequest<Void, Void>) async throws -> Response {
        guard let token = try BearerToken.read(request.http) else { throw RequestRefusal(.authorizationMissing) }
        let information = UserInformation(parts.environment)
        return try await parts.about(nil, client: information.clientID(in: token)) {
            .uncached(json: try await information.read(accessToken: token))
        }
    }
}
