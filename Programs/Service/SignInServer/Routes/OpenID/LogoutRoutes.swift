import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Signs a browser out on behalf of an OpenID client (OpenID Connect RP-Initiated Logout).
struct LogoutRoutes: RouteGroup {
    let parts: ServiceParts

    private static let maximumBytes = 8_192

    var routes: [Route] {
        [
            Route(
                .get, Paths.oauthLogout, mode: .navigation, budget: .network(.account), authentication: .browser,
                body: .none,
                stores: .afterProof(300, by: .whatBegan), use: begin),
            Route(
                .post, Paths.oauthLogout, budget: .network(.account), authentication: .browser,
                body: .parameters(upTo: Self.maximumBytes), use: beginByPost),
            Route(
                .post, Paths.oauthLogoutConfirm, budget: .network(.account), authentication: .browserOnOwnPage,
                body: .parameters(upTo: Self.maximumBytes),
                stores: .afterProof(300, by: .whatBegan), use: confirm),
        ]
    }

    private var logout: BrowserLogout { BrowserLogout(parts.environment) }

    private func begin(_ request: RouteRequest<SignedInSession?, Void>) async throws -> Response {
        // The log names the client of a request that is too long, too.
        let sent = try? request.http.queryParameters(limit: .max)
        return try await parts.about(sent, client: sent.flatMap { logout.client(of: $0) }) {
            let parameters = try request.http.queryParameters(limit: Self.maximumBytes)
            return try await reply(to: logout.begin(parameters, session: request.caller), parameters, request)
        }
    }

    private func beginByPost(_ request: RouteRequest<SignedInSession?, OAuthParameters>) async throws -> Response {
        try await parts.about(request.body, client: logout.client(of: request.body)) {
            if let again = try parts.sentAgain(request, to: Paths.oauthLogout) { return again }
            return try await reply(to: logout.begin(request.body, session: request.caller), request.body, request)
        }
    }

    private func confirm(_ request: RouteRequest<SignedInSession?, OAuthParameters>) async throws -> Response {
        try await parts.about(request.body, client: logout.client(of: request.body)) {
            try await reply(to: logout.confirm(request.body, session: request.caller), request.body, request)
        }
    }

    private func reply<Body>(
        to outcome: LogoutOutcome, _ parameters: OAuthParameters, _ request: RouteRequest<SignedInSession?, Body>
    ) async throws -> Response {
        let locales = parameters["ui_locales"]
        switch outcome {
        case .ask(let client):
            let owner = client.map { PageOwner.openIDClient($0.id) } ?? PageOwner(of: request.caller)
            return try parts.pages(for: request, of: owner, locales: locales).logoutQuestion(client, parameters)
        case .signedOut(let redirect, let wayBack):
            let owner = parameters["client_id"].map { PageOwner.openIDClient($0) } ?? PageOwner(of: request.caller)
            var response: Response
            if let redirect {
                response = .seeOther(redirect)
            } else {
                let staying = try await staying(after: request.caller)
                let pages = parts.pages(for: request, of: owner, locales: locales)
                response = try pages.loggedOut(staying: staying, wayBack: wayBack)
            }
            response.setCookie(parts.cookies.remove(parts.cookies.session))
            return response
        }
    }

    private func staying(after session: SignedInSession?) async throws -> StayingClients.Found? {
        guard let session else { return nil }
        return try await StayingClients(parts.environment).find(after: session.session.id)
    }
}
