import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Linking in a browser: with a ticket from the app's backend, or from the person's own account page.
struct WebLinkRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.webLink, budget: .network(.start), authentication: .decidedByHandler,
                body: .form(upTo: 8_192),
                stores: .afterProof(900, by: .trust), use: linkByTicket),
            Route(
                .get, Paths.webAccountLink, mode: .navigation, budget: .network(.start), authentication: .visitor,
                body: .none, use: ask),
            Route(
                .post, Paths.webAccountLink, budget: .network(.start), authentication: .sessionForChange(.any),
                body: .form(upTo: 8_192),
                stores: .afterProof(900, by: .activity(.linkBeginning)), use: linkToSession),
            Route(
                .post, Paths.webAccountUnlink, budget: .network(.account), authentication: .sessionForChange(.end),
                body: .form(upTo: 8_192),
                stores: .afterProof(2_000, by: .whatBegan), use: unlink),
        ]
    }

    /// The app's page posts the ticket, so that it appears in no URL. It is opened for this browser only, and nothing
    /// happens until the person has read the app's label for the account and pressed the button on our own page.
    private func linkByTicket(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        let (form, jar) = (request.body, request.cookies)
        guard form["confirmed"] == "1" else { return try await open(request) }
        try parts.authenticators.ownOrigin.require(request.http)
        guard let opened = jar[parts.cookies.link] else { throw SignInError.refused(.linkTicketInvalid) }
        var response = try await begin(
            client: form["client"], returnTo: form["return_to"], link: .ticket(opened), jar)
        response.setCookie(parts.cookies.remove(parts.cookies.link))
        return response
    }

    private func open(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        let (form, jar) = (try request.body.requiring(WebSignInRequest.names), request.cookies)
        let app = try parts.appOrigins.require(request.http)
        guard let ticket = form["ticket"] else { throw RequestRefusal(.fieldInvalid("ticket")) }
        let opened = try await LinkTickets(parts.environment).open(ticket, heldBefore: jar[parts.cookies.link])
        let signIn = WebSignInRequest(form)
        var page = try parts.pages(for: request, of: signIn).link(
            label: opened.label, app: app, wayBack: request.http.headers[.origin], client: form["client"],
            returnTo: form["return_to"])
        page.setCookie(
            parts.cookies.set(parts.cookies.link, opened.ticket, lifetime: .seconds(opened.expiresIn)))
        return page
    }

    private func ask(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard let session = request.caller else {
            return .seeOther(parts.signInPath(returningTo: Paths.webAccountLink))
        }
        return try parts.ownPages(for: request).linkAnother(
            isFresh: session.isFresh(in: parts.environment),
            signInPath: parts.signInPath(returningTo: Paths.webAccountLink, after: session))
    }

    private func linkToSession(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        try await begin(
            client: request.body["client"], of: request.caller, returnTo: Paths.webAccount,
            link: .session(request.caller), request.cookies)
    }

    private func unlink(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        let (session, identity) = (request.caller, request.body["identity"] ?? "")
        if try await !ForeignIdentities(parts.environment).leave(identity, by: session) {
            try await AccountIdentities(parts.environment).unlink(identity, by: session)
        }
        return .seeOther(Paths.webAccount)
    }

    private func begin(
        client: String?, of session: SignedInSession? = nil, returnTo: String?, link: LinkRequest, _ jar: CookieJar
    ) async throws -> Response {
        try await parts.goToApple(
            client: parts.environment.clients.browserClientName(client, of: session), returnTo: returnTo, linking: link,
            from: jar)
    }
}
