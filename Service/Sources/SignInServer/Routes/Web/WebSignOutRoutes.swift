import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Ends the session of a browser.
struct WebSignOutRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.webSignOut), use: signOut)
    }

    /// A session that is over already is no reason to keep somebody: the cookie goes in any case.
    private func signOut(_ request: Request, context: ServiceContext) async throws -> Response {
        try parts.ownOrigin.require(request)
        do {
            let session = try await parts.authenticator.authenticate(request, context, for: .end)
            try await SignOut(parts.environment).end(session)
        } catch is RequestRefusal {
            context.logger.debug("signed out without a session")
        } catch SignInError.refused {
            context.logger.debug("signed out of a session that was over")
        }
        return .seeOther("/", cookies: [parts.cookies.remove(parts.cookies.session)])
    }
}
