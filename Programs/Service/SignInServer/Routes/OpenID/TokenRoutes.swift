import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The requests that an OpenID client sends itself: for tokens, to revoke them, and to learn about them.
struct TokenRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.oauthToken, budget: .network(.openIDClient), authentication: .decidedByHandler,
                body: .form(upTo: 16_384),
                stores: .afterProof(3_000, by: .activity(.clientSignIn)), use: issue),
            Route(
                .post, Paths.oauthRevoke, budget: .network(.openIDClient), authentication: .decidedByHandler,
                body: .form(upTo: 16_384),
                stores: .afterProof(300, by: .whatBegan), use: revoke),
            Route(
                .post, Paths.oauthIntrospect, budget: .network(.openIDClient), authentication: .decidedByHandler,
                body: .form(upTo: 16_384), use: introspect),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func issue(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        try await answer(request) { parameters, client in
            try await exchange(parameters, by: client, request.http)
        }
    }

    private func exchange(
        _ parameters: OAuthParameters, by client: ClientCredentials, _ request: Request
    ) async throws -> Response {
        try requireListedOrigin(request, of: client)
        switch parameters["grant_type"] {
        case "authorization_code":
            let reply = try await CodeRedemption(environment).redeem(parameters, by: client)
            parts.metrics.count(grant: .authorizationCode)
            return .uncached(json: reply.json)
        case "refresh_token":
            let reply = try await ClientSessionRenewal(environment).renew(parameters, by: client)
            parts.metrics.count(grant: .refreshToken)
            return .uncached(json: reply.json)
        case nil: throw SignInError.refused(.oauthParameterMissing)
        default: throw SignInError.refused(.grantTypeUnsupported)
        }
    }

    /// The reply says nothing, so it is the same for a token that is unknown (RFC 7009 section 2.2).
    private func revoke(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        try await answer(request) { parameters, client in
            try requireListedOrigin(request.http, of: client)
            try await TokenRevocation(environment).revoke(parameters, by: client)
            return Response(status: .ok)
        }
    }

    private func introspect(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        try await answer(request) { parameters, client in
            .uncached(json: try await TokenIntrospection(environment).introspect(parameters, by: client))
        }
    }

    /// Does the work for the client that a request names. A refusal names it in the log, also one of its credentials.
    private func answer(
        _ request: RouteRequest<Void, FormFields>,
        _ work: (OAuthParameters, ClientCredentials) async throws -> Response
    ) async throws -> Response {
        let parameters = OAuthParameters(request.body.pairs)
        let fields = request.http.headers[values: .authorization]
        return try await parts.about(parameters, client: ClientCredentials.clientID(in: fields)) {
            try await work(parameters, ClientCredentials(authorization: fields, parameters: parameters))
        }
    }

    /// A page of one client must not use another client. A request without an origin comes from a program, which could
    /// claim any origin.
    private func requireListedOrigin(
        _ request: Request, of credentials: ClientCredentials
    ) throws(RequestRefusal) {
        let origins = request.headers[values: .origin]
        guard !origins.isEmpty, let client = environment.openID?.clients.find(credentials.clientID) else { return }
        guard let origin = origins.onlyElement, client.webOrigins.contains(origin) else {
            throw RequestRefusal(.originNotAllowed)
        }
    }
}

extension Response {
    /// Sends JSON with tokens or personal data. `Pragma` is for caches of HTTP/1.0 (RFC 6749 section 5.1); every reply
    /// has `Cache-Control: no-store`.
    static func uncached(json: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.json(bytes: json, status: status)
        response.headers[.pragma] = "no-cache"
        return response
    }
}

extension HTTPField.Name {
    static let pragma = HTTPField.Name.known("Pragma")
}
