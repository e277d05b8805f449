import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in in a browser: to Apple, and back by a form that Apple's page posts.
struct WebSignInRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webSignIn, budget: .network(.start), authentication: .anybody, body: .none, use: start),
            Route(
                .post, Paths.webCallback, budget: .network(.callback), authentication: .anybody,
                body: .callbackForm(upTo: 65_536), use: callback),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }
    private var cookies: ServiceCookies { parts.cookies }

    /// Another site's link shows a page with a button instead, so that nobody is sent to Apple unasked.
    private func start(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let query = try request.query()
        let asked = WebSignInRequest(client: query["client"], returnTo: query["return_to"])
        if OwnOrigin.isCrossSiteNavigation(request.http) {
            return try parts.pages.signIn(asked, offersPassword: environment.policy.passwords.isOn)
        }
        let begun = try await WebSignIn(environment).begin(
            client: environment.clients.webClientName(asked.client), returnTo: asked.returnTo)
        await environment.observe(SignInStep(.redirectSent, attempt: begun.attempt))
        let flow = cookies.set(cookies.flow(begun.flowID), begun.browserProof, lifetime: begun.lifetime)
        return .seeOther(begun.authorizationURL, cookies: cookies.crowdedOut(of: request.cookies) + [flow])
    }

    /// The first post is another site's and brings no Lax cookie; it changes nothing and is answered by the re-post.
    private func callback(_ request: RouteRequest<Void, CallbackForm>) async throws -> Response {
        let (answer, jar) = (request.body, request.cookies)
        let cookie = cookies.flow(WebSignIn.flowID(ofState: answer.state))
        let proof = jar[cookie]
        guard proof != nil || answer.isReposted else { return try parts.pages.repost(answer.form) }
        do {
            return try await complete(answer, proof: proof, cookie: cookie, jar: jar)
        } catch let error as SignInError {
            throw await failure(error, of: answer)
        }
    }

    private func complete(
        _ answer: CallbackForm, proof: String?, cookie: String, jar: CookieJar
    ) async throws -> Response {
        if let attempt = answer.attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let outcome = try await WebSignIn(environment).complete(
            answer.callback, issuer: answer.form["iss"], browserProof: proof, replacing: jar[cookies.session])
        switch outcome {
        case .signedIn(let signedIn, let target):
            parts.metrics.count(signedIn)
            if let attempt = answer.attempt {
                await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
            }
            let session = cookies.set(
                cookies.session, signedIn.sessionCookie, lifetime: environment.policy.absoluteLifetime)
            return .seeOther(
                target.location,
                cookies: [session, cookies.remove(cookie)] + cookies.voidQuestion(of: jar, goingTo: target))
        case .asks(let question, _):
            let kept = cookies.set(
                cookies.question, question.question, lifetime: .seconds(question.expiresIn))
            return .seeOther(Paths.webQuestion, cookies: [kept, cookies.remove(cookie)])
        case .cancelled(let target):
            var page = try parts.pages.cancelled(await beginning(of: answer), returnTo: target.location)
            page.setCookie(cookies.remove(cookie))
            return page
        }
    }

    /// Says what happened to an answer that was not taken. Without the cookie, an attempt that is over is told as such:
    /// its cookie went when it ended, so a person who reloads the page has none.
    private func failure(_ error: SignInError, of answer: CallbackForm) async -> CallbackFailure {
        let again = await beginning(of: answer)
        if error.errorCode == .browserProofMissing {
            return CallbackFailure(error: RequestRefusal(.cookiesBlocked), again: again, resendable: nil)
        }
        return CallbackFailure(
            error: error, again: again, resendable: error.errorCode.isTemporary ? answer.form : nil)
    }

    /// The start of the same sign-in, naming the client only where it must be named.
    private func beginning(of answer: CallbackForm) async -> WebSignInRequest {
        let begun = await WebSignInBeginning.find(state: answer.state, in: environment)
        let isOnlyClient = environment.clients.all.count { $0.kind == .web } == 1
        return WebSignInRequest(
            client: isOnlyClient ? nil : begun?.client, returnTo: begun?.returnTo == "/" ? nil : begun?.returnTo)
    }
}

extension ClientDirectory {
    /// The client for browsers that a request names; it need not where there is one only.
    func webClientName(_ named: String?) throws(RequestRefusal) -> String {
        if let named { return named }
        guard let client = all.filter({ $0.kind == .web }).onlyElement else { throw RequestRefusal(.clientNotNamed) }
        return client.name
    }
}
