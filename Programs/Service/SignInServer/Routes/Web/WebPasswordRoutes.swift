import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Passwords in a browser: sign in, or reset the password by mail.
struct WebPasswordRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webPasswordSignIn, mode: .navigation, budget: .network(.password), authentication: .anybody,
                body: .none,
                use: signInPage),
            Route(
                .post, Paths.webPasswordSignIn, budget: .network(.password), authentication: .ownPage,
                body: .form(upTo: 32_768),
                stores: .beforeProof(400, afterProof: 1_200, by: .activity(.signIn)), use: signIn),
            Route(
                .get, Paths.webPasswordForgotten, mode: .navigation, budget: .network(.mail), authentication: .anybody,
                body: .none,
                use: forgottenPage),
            Route(
                .post, Paths.webPasswordForgotten, budget: .network(.mail), authentication: .ownPage,
                body: .form(upTo: 32_768),
                stores: .beforeProof(400, afterProof: 6_000, by: .whatBegan), use: requestReset),
            Route(
                .get, Paths.webPasswordReset, mode: .navigation, budget: .network(.password), authentication: .anybody,
                body: .none,
                use: resetPage),
            Route(
                .post, Paths.webPasswordReset, budget: .network(.password), authentication: .ownPage,
                body: .form(upTo: 32_768),
                stores: .afterProof(6_000, by: .whatBegan), use: reset),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func signInPage(_ request: RouteRequest<Void, Void>) throws -> Response {
        try requirePasswords()
        let query = try request.query().requiring(WebSignInRequest.names)
        let form = PasswordForm(query, canMail: environment.policy.passwords.canMail)
        return try parts.pages(for: request, of: form.signIn).passwordSignIn(form)
    }

    /// Making a victim sign in to the attacker's account is an attack too, so the form must come from our own page.
    private func signIn(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        let (form, jar) = (request.body, request.cookies)
        let target = try returnTarget(form)
        do {
            let (signedIn, browser) = try await PasswordSignIn(parts.environment(for: request)).signIn(
                client: environment.clients.browserClientName(form["client"]), kinds: [.web, .android],
                as: form["name"] ?? "", form["password"] ?? "", replacing: jar[parts.cookies.session],
                browserCookie: jar[parts.cookies.browser])
            parts.metrics.count(signedIn)
            let session = parts.cookies.set(
                parts.cookies.session, signedIn.sessionCookie, lifetime: environment.policy.absoluteLifetime)
            return .seeOther(
                target.met(by: signedIn.session.id, in: environment).location,
                cookies: [session, parts.cookies.remember(browser)]
                    + parts.cookies.voidOpenSteps(of: jar, goingTo: target))
        } catch let error as SignInError {
            let reply = ErrorReply(error)
            guard reply.code.isShownInForm else {
                guard let denial = try await parts.denial(of: error, returningTo: target.location, to: request) else {
                    throw error
                }
                request.context.logger.info("refused", metadata: ["code": "\(error.code)"])
                return denial
            }
            parts.metrics.count(refusal: error.code)
            return try answer(
                reply,
                parts.pages(for: request, of: WebSignInRequest(form)).passwordSignIn(
                    PasswordForm(form, canMail: environment.policy.passwords.canMail), fault: reply))
        }
    }

    private func forgottenPage(_ request: RouteRequest<Void, Void>) throws -> Response {
        try requirePasswords()
        let signIn = WebSignInRequest(try request.query().requiring(WebSignInRequest.names))
        return try parts.pages(for: request, of: signIn).passwordForgotten(signIn)
    }

    private func requestReset(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        try await PasswordReset(parts.environment(for: request)).request(request.body["name"] ?? "")
        let signIn = WebSignInRequest(request.body)
        return try parts.pages(for: request, of: signIn).passwordMailed(signIn)
    }

    /// The code is in the link's fragment, so it is not sent until the person sets the password. Mail scanners that
    /// follow links do not use it up.
    private func resetPage(_ request: RouteRequest<Void, Void>) throws -> Response {
        try requirePasswords()
        return try parts.pages(for: request).passwordReset()
    }

    private func reset(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        let form = request.body
        let code = form["code"] ?? ""
        do {
            let browser = try await PasswordReset(parts.environment(for: request)).redeem(
                code, password: form["password"] ?? "", browserCookie: request.cookies[parts.cookies.browser])
            var page = try parts.pages(for: request).passwordSet()
            page.setCookie(parts.cookies.remember(browser))
            return page
        } catch let error as SignInError {
            let reply = ErrorReply(error)
            guard reply.code.isShownInForm else { throw error }
            parts.metrics.count(refusal: error.code)
            return try answer(
                reply,
                parts.pages(for: request).passwordReset(code: code, fault: reply))
        }
    }

    private func requirePasswords() throws(SignInError) {
        guard environment.policy.passwords.isOn else { throw .refused(.passwordsOff) }
    }

    private func returnTarget(_ form: FormFields) throws -> ReturnTarget {
        let client = try environment.clients.find(environment.clients.browserClientName(form["client"]))
        return try ReturnTarget.find(form["return_to"], of: client)
    }

    private func answer(_ reply: ErrorReply, _ page: Response) -> Response {
        var page = page
        if let seconds = reply.retryAfter { page.headers[.retryAfter] = "\(seconds)" }
        return page
    }
}
