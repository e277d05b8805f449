import AccountStorage
import HTTPServing
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Ends the session of a browser, and afterwards those of the clients that would stay signed in, if the person wants it.
struct WebSignOutRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.webSignOut, budget: .network(.account), authentication: .ownPage, body: .none,
                stores: .afterProof(300, by: .whatBegan), use: signOut),
            Route(
                .post, Paths.webSignOutClients, budget: .network(.account), authentication: .ownPage,
                body: .form(upTo: 1_024), stores: .afterProof(900, by: .whatBegan), use: endStayingClients),
        ]
    }

    /// The cookie is removed even if the session has already ended.
    private func signOut(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let context = request.context
        do {
            let session = try await parts.authenticators.sessions.authenticate(request.http, context, for: .end)
            try await SignOut(parts.environment).end(session)
            if let staying = try await StayingClients(parts.environment).find(after: session.session.id) {
                var page = try parts.pages(for: request, of: PageOwner(of: session)).loggedOut(staying: staying)
                page.setCookie(parts.cookies.remove(parts.cookies.session))
                return page
            }
        } catch is RequestRefusal {
            context.logger.debug("signed out without a session")
        } catch SignInError.refused {
            context.logger.debug("signed out of a session that was over")
        }
        return .seeOther("/", cookies: [parts.cookies.remove(parts.cookies.session)])
    }

    /// Needs no session, because that is over: the receipt on the page of the sign-out names it.
    private func endStayingClients(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        switch try await StayingClients(parts.environment).end(request.body["session"] ?? "") {
        case .done: try parts.pages(for: request).loggedOut(hasEndedClients: true)
        // Whoever signs in again finds every session there.
        case .tooLate: .seeOther(Paths.webAccount)
        case .unknown: throw RequestRefusal(.fieldInvalid("session"))
        }
    }
}
