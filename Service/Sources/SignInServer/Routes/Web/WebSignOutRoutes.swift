import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Ends the session of a browser.
struct WebSignOutRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.webSignOut, budget: .network(.account), authentication: .ownPage, body: .none,
                stores: .afterProof(300, by: .whatBegan), use: signOut
            )
        ]
    }

    /// The cookie is removed even if the session has already ended.
    private func signOut(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let context = request.context
        do {
            let session = try await parts.authenticators.sessions.authenticate(request.http, context, for: .end)
            try await SignOut(parts.environment).end(session)
        } catch is RequestRefusal {
            context.logger.debug("signed out without a session")
        } catch SignInError.refused {
            context.logger.debug("signed out of a session that was over")
        }
        return .seeOther("/", cookies: [parts.cookies.remove(parts.cookies.session)])
    }
}
