import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in in a browser: to Apple, and back by a form that Apple's page posts.
struct WebSignInRoutes: RouteGroup {
    let environment: SignInEnvironment
    let pages: Pages
    let cookies: ServiceCookies
    let metrics: ServiceMetrics

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.webSignIn), use: start)
        router.post(RouterPath(Paths.webCallback), use: callback)
    }

    /// Another site's link shows a page with a button instead, so that nobody is sent to Apple unasked.
    private func start(_ request: Request, context: ServiceContext) async throws -> Response {
        let query = try request.query()
        let asked = WebSignInRequest(client: query["client"], returnTo: query["return_to"])
        if OwnOrigin.isCrossSiteNavigation(request) {
            return try pages.signIn(asked, offersPassword: environment.policy.passwords.isOn)
        }
        let begun = try await WebSignIn(environment).begin(
            client: environment.clients.webClientName(asked.client), returnTo: asked.returnTo)
        await environment.observe(SignInStep(.redirectSent, attempt: begun.attempt))
        let flow = cookies.set(cookies.flow(begun.flowID), begun.browserProof, lifetime: begun.lifetime)
        return .seeOther(begun.authorizationURL, cookies: cookies.crowdedOut(of: CookieJar(request)) + [flow])
    }

    /// The first post is another site's and brings no Lax cookie; it changes nothing and is answered by the re-post.
    private func callback(_ request: Request, context: ServiceContext) async throws -> Response {
        let body = try await request.bytes(ofType: "application/x-www-form-urlencoded", limit: 65_536)
        let answer = try AppleAnswer(body)
        let cookie = cookies.flow(WebSignIn.flowID(ofState: answer.state))
        let jar = CookieJar(request)
        let proof = jar[cookie]
        guard proof != nil || answer.isReposted else { return try pages.repost(answer.form) }
        do {
            return try await complete(answer, proof: proof, cookie: cookie, jar: jar)
        } catch let error as SignInError {
            throw await failure(error, of: answer)
        }
    }

    private func complete(
        _ answer: AppleAnswer, proof: String?, cookie: String, jar: CookieJar
    ) async throws -> Response {
        if let attempt = answer.attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let outcome = try await WebSignIn(environment).complete(
            answer.callback, issuer: answer.form["iss"], browserProof: proof, replacing: jar[cookies.session])
        switch outcome {
        case .signedIn(let signedIn, let target):
            metrics.count(signedIn)
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
            var page = try pages.cancelled(await beginning(of: answer), returnTo: target.location)
            page.setCookie(cookies.remove(cookie))
            return page
        }
    }

    /// Says what happened to an answer that was not taken. Without the cookie, an attempt that is over is told as such:
    /// its cookie went when it ended, so a person who reloads the page has none.
    private func failure(_ error: SignInError, of answer: AppleAnswer) async -> CallbackFailure {
        let again = await beginning(of: answer)
        return switch error {
        case .refused(.browserProofMissing):
            CallbackFailure(error: RequestRefusal.cookiesBlocked, again: again, resendable: nil)
        case .unavailable, .refused(.attemptUnderWay):
            CallbackFailure(error: error, again: again, resendable: answer.form)
        default: CallbackFailure(error: error, again: again, resendable: nil)
        }
    }

    /// The start of the same sign-in, naming the client only where it must be named.
    private func beginning(of answer: AppleAnswer) async -> WebSignInRequest {
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
        guard let client = all.filter({ $0.kind == .web }).onlyElement else { throw .clientNotNamed }
        return client.name
    }
}

/// The form of the callback: decoded for the flow, and as it came for the re-post.
private struct AppleAnswer {
    let callback: AuthorizationCallback
    let form: FormFields

    init(_ body: [UInt8]) throws {
        do {
            callback = try AuthorizationCallback.decode(form: body)
        } catch {
            throw RequestRefusal.callback(error)
        }
        form = try FormFields(decoding: body)
    }

    var state: String { callback.state }

    var attempt: AttemptID? { WebSignIn.attemptID(ofState: state) }
    var isReposted: Bool { form["reposted"] == "1" }
}
