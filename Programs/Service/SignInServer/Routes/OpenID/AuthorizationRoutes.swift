import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Sign-in to an OpenID client, in a browser: at once with the session of this service, or by way of Apple and a page.
struct AuthorizationRoutes: RouteGroup {
    let parts: ServiceParts

    private static let maximumBytes = 8_192

    var routes: [Route] {
        [
            Route(
                .get, Paths.oauthAuthorize, mode: .navigation, budget: .network(.account), authentication: .browser,
                body: .none,
                stores: .afterProof(4_000, by: .activity(.clientSignIn)), use: authorize),
            Route(
                .post, Paths.oauthAuthorize, budget: .network(.account), authentication: .browser,
                body: .parameters(upTo: Self.maximumBytes), use: authorizeByPost),
            Route(
                .get, Paths.oauthContinue, mode: .navigation, budget: .network(.account), authentication: .browser,
                body: .none,
                stores: .afterProof(4_000, by: .activity(.clientSignIn)), use: resume),
            Route(
                .post, Paths.oauthContinue, budget: .network(.account), authentication: .browserOnOwnPage,
                body: .form(upTo: 2 * Self.maximumBytes),
                stores: .afterProof(4_000, by: .activity(.clientSignIn)), use: answer),
        ]
    }

    private var requests: AuthorizationRequests { AuthorizationRequests(parts.environment) }

    /// Unlike the start of our own sign-in, a request from another site needs no button: the client is configured, and
    /// the answer only goes to its own address.
    private func authorize(_ request: RouteRequest<SignedInSession?, Void>) async throws -> Response {
        // The log names the client of a request that is too long, too.
        try await parts.about(try? request.http.queryParameters(limit: .max)) {
            let parameters = try request.http.queryParameters(limit: Self.maximumBytes)
            return try await reply(to: requests.begin(parameters, session: request.caller), for: request)
        }
    }

    private func authorizeByPost(
        _ request: RouteRequest<SignedInSession?, OAuthParameters>
    ) async throws -> Response {
        try await parts.about(request.body) {
            if let again = try parts.sentAgain(request, to: Paths.oauthAuthorize) { return again }
            return try await reply(to: requests.begin(request.body, session: request.caller), for: request)
        }
    }

    private func resume(_ request: RouteRequest<SignedInSession?, Void>) async throws -> Response {
        let pending = try request.query()["request"] ?? ""
        return try await parts.about(requests.parameters(of: pending)) {
            try await reply(to: requests.resume(pending, session: request.caller, approval: nil), for: request)
        }
    }

    private func answer(_ request: RouteRequest<SignedInSession?, FormFields>) async throws -> Response {
        let pending = request.body["request"] ?? ""
        return try await parts.about(requests.parameters(of: pending)) {
            let approval = try approval(request.body["answer"])
            return try await reply(
                to: requests.resume(pending, session: request.caller, approval: approval), for: request)
        }
    }

    private func approval(_ answer: String?) throws(RequestRefusal) -> Approval {
        switch answer {
        case "allow": .allowed
        case "deny": .denied
        default: throw RequestRefusal(.fieldInvalid("answer"))
        }
    }

    private func reply<Body>(
        to outcome: AuthorizationOutcome, for request: RouteRequest<SignedInSession?, Body>
    ) async throws -> Response {
        switch outcome {
        case .answer(let answer): return try parts.reply(answer, to: request)
        case .ask(let question):
            return try parts.pages(
                for: request, of: .openIDClient(question.client.id), locales: question.locales
            ).authorization(question)
        case .signIn(let client, let path):
            guard parts.environment.policy.passwords.isOn else {
                return try await parts.goToApple(client: client, returnTo: path, from: request.cookies)
            }
            return .seeOther(WebSignInRequest(client: client, returnTo: path).passwordPath)
        }
    }
}
