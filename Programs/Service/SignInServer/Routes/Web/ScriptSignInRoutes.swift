import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Sign-in on pages that use Apple's script with a popup. A page sends Apple's answer itself, as JSON.
struct ScriptSignInRoutes: RouteGroup {
    let parts: ServiceParts

    /// Room for an identity token of 16 KiB, a code and a name.
    private static let maximumBody = 32_768

    var routes: [Route] {
        [
            Route(
                .post, Paths.scriptAttempts, budget: .network(.start), authentication: .scriptPage,
                body: .json(ScriptAttemptRequest.self, upTo: 4_096), use: begin),
            Route(
                .post, Paths.scriptSignIn, budget: .network(.native), authentication: .scriptPage,
                body: .scriptAnswer(upTo: Self.maximumBody),
                stores: .beforeProof(500, afterProof: 2_500, by: .activity(.signIn)), use: complete),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }
    private var cookies: ServiceCookies { parts.cookies }

    private func begin(_ request: RouteRequest<ScriptOrigin, ScriptAttemptRequest>) async throws -> Response {
        let begun = try await ScriptSignIn(environment).begin(
            client: request.body.client, on: request.caller.text)
        return .json(ScriptAttemptReply(begun))
    }

    private func complete(_ request: RouteRequest<ScriptOrigin, ScriptAnswer>) async throws -> Response {
        let answer = request.body
        if let attempt = answer.attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let finished = try await ScriptSignIn(parts.environment(for: request)).complete(
            answer.callback, on: request.caller.text, canAsk: answer.canAsk,
            replacing: request.cookies[cookies.session])
        switch finished.outcome {
        case .signedIn(let signedIn):
            await observe(signedIn, of: answer)
            return reply(signedIn, finished.result, request.cookies)
        case .offersMerge(let signedIn, let offer):
            await observe(signedIn, of: answer)
            return reply(signedIn, offering: offer, finished.result)
        case .asks(let question):
            let open = try await AccountAnswers(environment).read(question.question, as: nil)
            var response = Response.json(AccountQuestionReply(question, open), status: .accepted)
            if finished.result == .cookie {
                response.setCookie(
                    cookies.set(cookies.question, question.question, lifetime: .seconds(question.expiresIn)))
            }
            return response
        }
    }

    private func observe(_ signedIn: SignedIn, of answer: ScriptAnswer) async {
        parts.metrics.count(signedIn)
        guard let attempt = answer.attempt else { return }
        await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
    }

    /// A page with a cookie gets the question, as for a person who is asked before the sign-in, and the session besides.
    private func reply(
        _ signedIn: SignedIn, offering offer: MergeOffer, _ result: ScriptRegistration.Result
    ) -> Response {
        guard result == .cookie else { return .json(SessionReply(signedIn, offering: offer)) }
        var response = Response.json(AccountQuestionReply(offer), status: .accepted)
        response.setCookie(
            cookies.set(cookies.session, signedIn.sessionCookie, lifetime: environment.policy.absoluteLifetime))
        response.setCookie(
            cookies.set(
                cookies.question, offer.question.question, lifetime: .seconds(offer.question.expiresIn)))
        return response
    }

    private func reply(_ signedIn: SignedIn, _ result: ScriptRegistration.Result, _ jar: CookieJar) -> Response {
        guard result == .cookie else { return .json(SessionReply(signedIn)) }
        var response = Response.json(AccountReply(signedIn.account))
        response.setCookie(
            cookies.set(cookies.session, signedIn.sessionCookie, lifetime: environment.policy.absoluteLifetime))
        // Another person may have left it open in this browser.
        for left in [cookies.question, cookies.waiting] where jar[left] != nil {
            response.setCookie(cookies.remove(left))
        }
        return response
    }
}

extension ScriptAttemptReply {
    init(_ begun: BegunScriptSignIn) {
        self.init(
            clientID: begun.clientID, redirectURI: begun.redirectURI, scope: begun.scope, state: begun.state,
            nonce: begun.nonce, codeChallenge: begun.codeChallenge, expiresIn: begun.expiresIn)
    }
}
