import AccountStorage
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Linking in a browser: with a ticket of the app's backend, or from one's own account.
struct WebLinkRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.webLink), use: linkByTicket)
        router.get(RouterPath(Paths.webAccountLink), use: ask)
        router.post(RouterPath(Paths.webAccountLink), use: linkToSession)
        router.post(RouterPath(Paths.webAccountUnlink), use: unlink)
    }

    /// The app's page posts the ticket, so that it stands in no address. It is opened for this browser only, and nothing
    /// happens until the person has read what the app calls the account and pressed the button on our own page.
    private func linkByTicket(_ request: Request, context: ServiceContext) async throws -> Response {
        let form = try await form(request)
        let jar = CookieJar(request)
        guard form["confirmed"] == "1" else { return try await open(form, request, jar) }
        try parts.ownOrigin.require(request)
        guard let opened = jar[parts.cookies.link] else { throw SignInError.refused(.linkTicketInvalid) }
        var response = try await begin(
            client: form["client"], returnTo: form["return_to"], link: .ticket(opened), jar)
        response.setCookie(parts.cookies.remove(parts.cookies.link))
        return response
    }

    private func open(_ form: FormFields, _ request: Request, _ jar: CookieJar) async throws -> Response {
        let app = try parts.appOrigins.require(request)
        guard let ticket = form["ticket"] else { throw RequestRefusal.fieldInvalid("ticket") }
        let opened = try await LinkTickets(parts.environment).open(ticket, heldBefore: jar[parts.cookies.link])
        var page = try parts.pages.link(
            label: opened.label, app: app, client: form["client"], returnTo: form["return_to"])
        page.setCookie(
            parts.cookies.set(parts.cookies.link, opened.ticket, lifetime: .seconds(opened.expiresIn)))
        return page
    }

    private func ask(_ request: Request, context: ServiceContext) async throws -> Response {
        do {
            let session = try await parts.authenticator.authenticate(request, context)
            return try parts.pages.linkAnother(
                isFresh: session.isFresh(in: parts.environment), signInPath: signInPath)
        } catch is RequestRefusal {
            return .seeOther(signInPath)
        } catch SignInError.refused {
            return .seeOther(signInPath)
        }
    }

    private func linkToSession(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context)
        return try await begin(
            client: try await form(request)["client"], returnTo: Paths.webAccount, link: .session(session),
            CookieJar(request))
    }

    private func unlink(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context, for: .end)
        let identity = try await form(request)["identity"] ?? ""
        if try await !ForeignIdentities(parts.environment).leave(identity, by: session) {
            try await AccountIdentities(parts.environment).unlink(identity, by: session)
        }
        return .seeOther(Paths.webAccount)
    }

    private func begin(
        client: String?, returnTo: String?, link: LinkRequest, _ jar: CookieJar
    ) async throws -> Response {
        let begun = try await WebSignIn(parts.environment).begin(
            client: parts.environment.clients.webClientName(client), returnTo: returnTo, linking: link)
        let flow = parts.cookies.set(parts.cookies.flow(begun.flowID), begun.browserProof, lifetime: begun.lifetime)
        return .seeOther(begun.authorizationURL, cookies: parts.cookies.crowdedOut(of: jar) + [flow])
    }

    private func form(_ request: Request) async throws -> FormFields {
        try await FormFields(decoding: request.bytes(ofType: "application/x-www-form-urlencoded", limit: 8_192))
    }

    private var signInPath: String { parts.signInPath(returningTo: Paths.webAccountLink) }
}
