import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// What a person does about the password of their account in a browser: another one, or none any more.
struct WebAccountPasswordRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.webAccountPassword), use: changePage)
        router.post(RouterPath(Paths.webAccountPassword), use: change)
        router.get(RouterPath(Paths.webAccountUpgrade), use: upgradePage)
        router.post(RouterPath(Paths.webAccountUpgrade), use: upgrade)
    }

    private func changePage(_ request: Request, context: ServiceContext) async throws -> Response {
        try await page(request, context) { session in try parts.pages.passwordChange(isFresh: isFresh(session)) }
    }

    private func change(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context)
        let form = try await form(request)
        do {
            try await AccountPassword(parts.environment).change(
                of: session, current: isFresh(session) ? nil : form["current"] ?? "", to: form["password"] ?? "")
            return .seeOther(Paths.webAccount)
        } catch {
            guard let fault = PasswordWords.fault(error) else { throw error }
            parts.metrics.count(refusal: error.code)
            return try parts.pages.passwordChange(
                isFresh: isFresh(session), fault: fault, status: ErrorReplies.reply(for: error).status)
        }
    }

    private func upgradePage(_ request: Request, context: ServiceContext) async throws -> Response {
        try await page(request, context) { session in
            try parts.pages.passwordUpgrade(isFresh: isFresh(session), signInPath: freshSignInPath)
        }
    }

    private func upgrade(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context)
        let form = try await form(request)
        let begun = try await WebSignIn(parts.environment).begin(
            client: parts.environment.clients.webClientName(form["client"]), returnTo: Paths.webAccount,
            linking: .upgrade(session))
        let flow = parts.cookies.set(parts.cookies.flow(begun.flowID), begun.browserProof, lifetime: begun.lifetime)
        return .seeOther(begun.authorizationURL, cookies: parts.cookies.crowdedOut(of: CookieJar(request)) + [flow])
    }

    private func page(
        _ request: Request, _ context: ServiceContext, _ render: (SignedInSession) throws -> Response
    ) async throws -> Response {
        do {
            return try render(try await parts.authenticator.authenticate(request, context))
        } catch is RequestRefusal {
            return .seeOther(signInPath)
        } catch SignInError.refused {
            return .seeOther(signInPath)
        }
    }

    private func isFresh(_ session: SignedInSession) -> Bool {
        session.isFresh(in: parts.environment)
    }

    private func form(_ request: Request) async throws -> FormFields {
        try await FormFields(decoding: request.bytes(ofType: "application/x-www-form-urlencoded", limit: 32_768))
    }

    private var signInPath: String { Paths.webPasswordSignIn + "?return_to=" + Paths.webAccount }
    private var freshSignInPath: String { Paths.webPasswordSignIn + "?return_to=" + Paths.webAccountUpgrade }
}
