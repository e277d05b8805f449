import AccountStorage
import HTTPServing
import Hummingbird
import Logging
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in in a browser: a redirect to Apple, and a callback that Apple's page posts.
struct WebSignInRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webSignIn, mode: .navigation, budget: .network(.start), authentication: .anybody,
                body: .none, use: start),
            Route(
                .post, Paths.webCallback, budget: .network(.callback), authentication: .anybody,
                body: .callbackForm(upTo: 65_536),
                stores: .beforeProof(500, afterProof: 7_000, by: .activity(.signIn)), use: callback),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }
    private var cookies: ServiceCookies { parts.cookies }

    /// A link on another site leads to a page with a button, so that nobody is sent to Apple without asking.
    private func start(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let asked = WebSignInRequest(try request.query().requiring(WebSignInRequest.names))
        if OwnOrigin.isCrossSiteNavigation(request.http) {
            return try parts.pages(for: request, of: asked).signIn(
                asked, offersPassword: environment.policy.passwords.isOn)
        }
        return try await parts.goToApple(
            client: environment.clients.browserClientName(asked.client), returnTo: asked.returnTo, from: request.cookies
        )
    }

    /// The first post comes from Apple's site and carries no Lax cookie. It changes nothing and is answered with the
    /// re-post.
    private func callback(_ request: RouteRequest<Void, CallbackForm>) async throws -> Response {
        let (answer, jar) = (request.body, request.cookies)
        let cookie = cookies.flow(WebSignIn.flowID(ofState: answer.state))
        let proof = jar[cookie]
        guard proof != nil || answer.isReposted else { return try await repost(request) }
        do {
            return try await complete(request, proof: proof, cookie: cookie)
        } catch let error as SignInError {
            let begun = await WebSignInBeginning.find(state: answer.state, browserProof: proof, in: environment)
            if var waiting = parts.wait(after: error, returningTo: begun?.returnTo, for: request) {
                waiting.setCookie(cookies.remove(cookie))
                return waiting
            }
            guard var denial = try await parts.denial(of: error, returningTo: begun?.returnTo, to: request) else {
                throw await failure(error, of: answer, from: jar)
            }
            request.context.logger.info("refused", metadata: ["code": "\(error.code)"])
            denial.setCookie(cookies.remove(cookie))
            return denial
        }
    }

    private func repost(_ request: RouteRequest<Void, CallbackForm>) async throws -> Response {
        let begun = parts.pages.brands.differ ? await beginning(of: request.body, from: request.cookies) : nil
        let pages = begun.map { parts.pages(for: request, of: $0) } ?? parts.pages(for: request)
        return try pages.repost(request.body.form)
    }

    private func complete(
        _ request: RouteRequest<Void, CallbackForm>, proof: String?, cookie: String
    ) async throws -> Response {
        let (answer, jar) = (request.body, request.cookies)
        if let attempt = answer.attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let outcome = try await WebSignIn(parts.environment(for: request)).complete(
            answer.callback, issuer: answer.form["iss"], browserProof: proof, replacing: jar[cookies.session],
            holding: jar[cookies.question])
        switch outcome {
        case .signedIn(let signedIn, let target):
            let session = await began(signedIn, by: answer)
            return .seeOther(
                target.location,
                cookies: [session, cookies.remove(cookie)] + cookies.voidOpenSteps(of: jar, goingTo: target))
        case .offersMerge(let signedIn, let question):
            let session = await began(signedIn, by: answer)
            let kept = cookies.set(
                cookies.question, question.question, lifetime: .seconds(question.expiresIn))
            let held = jar[cookies.waiting] == nil ? [] : [cookies.remove(cookies.waiting)]
            return .seeOther(Paths.webQuestion, cookies: [session, kept, cookies.remove(cookie)] + held)
        case .asks(let question, _):
            let kept = cookies.set(
                cookies.question, question.question, lifetime: .seconds(question.expiresIn))
            return .seeOther(Paths.webQuestion, cookies: [kept, cookies.remove(cookie)])
        case .arrived(let target): return .seeOther(target.location, cookies: [cookies.remove(cookie)])
        case .asked: return .seeOther(Paths.webQuestion, cookies: [cookies.remove(cookie)])
        case .cancelled(let target):
            var response: Response
            if let denial = try await parts.denial(returningTo: target.location, to: request) {
                response = denial
            } else {
                let again = await beginning(of: answer, from: jar)
                response = try parts.pages(for: request, of: again).cancelled(again, returnTo: target.location)
            }
            response.setCookie(cookies.remove(cookie))
            return response
        }
    }

    /// Counts a new session, and returns its cookie.
    private func began(_ signedIn: SignedIn, by answer: CallbackForm) async -> Cookie {
        parts.metrics.count(signedIn)
        if let attempt = answer.attempt {
            await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
        }
        return cookies.set(
            cookies.session, signedIn.sessionCookie, lifetime: environment.policy.absoluteLifetime)
    }

    /// Describes why an answer was not accepted. An attempt that has ended is reported as such even without its cookie:
    /// the cookie was removed with it, so somebody who reloads the page has none.
    private func failure(
        _ error: SignInError, of answer: CallbackForm, from jar: CookieJar
    ) async -> CallbackFailure {
        let again = await beginning(of: answer, from: jar)
        if error.errorCode == .browserProofMissing {
            return CallbackFailure(error: RequestRefusal(.cookiesBlocked), again: again, resendable: nil)
        }
        return CallbackFailure(
            error: error, again: again, resendable: error.errorCode.isTemporary ? answer.form : nil)
    }

    /// The start of the same sign-in.
    private func beginning(of answer: CallbackForm, from jar: CookieJar) async -> WebSignInRequest {
        let proof = jar[cookies.flow(WebSignIn.flowID(ofState: answer.state))]
        let begun = await WebSignInBeginning.find(state: answer.state, browserProof: proof, in: environment)
        return WebSignInRequest(
            client: environment.clients.nameInAddress(begun?.client),
            returnTo: begun?.returnTo == "/" ? nil : begun?.returnTo)
    }
}
