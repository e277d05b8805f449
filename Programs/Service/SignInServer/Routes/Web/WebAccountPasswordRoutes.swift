import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Pages of an account with a password: change it, or switch to Sign in with Apple.
struct WebAccountPasswordRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webAccountPassword, mode: .navigation, budget: .network(.password),
                authentication: .visitor, body: .none,
                use: changePage),
            Route(
                .post, Paths.webAccountPassword, budget: .network(.password),
                authentication: .sessionForChange(.any), body: .form(upTo: 32_768),
                stores: .afterProof(6_000, by: .activity(.passwordChange)), use: change),
            Route(
                .get, Paths.webAccountUpgrade, mode: .navigation, budget: .network(.start), authentication: .visitor,
                body: .none,
                use: upgradePage),
            Route(
                .post, Paths.webAccountUpgrade, budget: .network(.start),
                authentication: .sessionForChange(.any), body: .form(upTo: 32_768),
                stores: .afterProof(900, by: .activity(.linkBeginning)), use: upgrade),
        ]
    }

    private func changePage(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard let session = request.caller else { return .seeOther(signInPath) }
        return try parts.ownPages(for: request).passwordChange(isFresh: isFresh(session))
    }

    private func change(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        let (session, form) = (request.caller, request.body)
        do {
            try await AccountPassword(parts.environment(for: request)).change(
                of: session, current: isFresh(session) ? nil : form["current"] ?? "", to: form["password"] ?? "")
            return .seeOther(Paths.webAccount)
        } catch {
            let reply = ErrorReply(error)
            guard reply.code.isShownInForm else { throw error }
            parts.metrics.count(refusal: error.code)
            return try parts.ownPages(for: request).passwordChange(isFresh: isFresh(session), fault: reply)
        }
    }

    private func upgradePage(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard let session = request.caller else { return .seeOther(signInPath) }
        return try parts.ownPages(for: request).passwordUpgrade(
            isFresh: isFresh(session),
            signInPath: parts.signInPath(returningTo: Paths.webAccountUpgrade, after: session))
    }

    private func upgrade(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        try await parts.goToApple(
            client: parts.environment.clients.browserClientName(request.body["client"], of: request.caller),
            returnTo: Paths.webAccount, linking: .upgrade(request.caller), from: request.cookies)
    }

    private func isFresh(_ session: SignedInSession) -> Bool {
        session.isFresh(in: parts.environment)
    }

    private var signInPath: String { parts.signInPath(returningTo: Paths.webAccount) }
}
