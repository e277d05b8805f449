import AccountStorage
import Hummingbird
import Logging
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in from apps that show Apple's own sheet.
struct NativeSignInRoutes: RouteGroup {
    let parts: ServiceParts

    /// Room for an identity token of 16 KiB, a code and a name.
    private static let maximumBody = 32_768

    var routes: [Route] {
        [
            Route(
                .post, Paths.nativeAttempts, budget: .network(.start), authentication: .decidedByHandler,
                body: .json(NativeAttemptRequest.self, upTo: 4_096),
                stores: .afterProof(900, by: .activity(.linkBeginning)), use: begin),
            Route(
                .post, Paths.nativeSignIn, budget: .network(.native), authentication: .decidedByHandler,
                body: .json(NativeSignInRequest.self, upTo: Self.maximumBody),
                stores: .beforeProof(500, afterProof: 2_500, by: .activity(.signIn)), use: complete),
            Route(
                .post, Paths.nativeAnswers, budget: .network(.native), authentication: .decidedByHandler,
                body: .json(AccountAnswerRequest.self, upTo: 4_096),
                stores: .afterProof(2_500, by: .activity(.signIn)), use: answer),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func begin(_ request: RouteRequest<Void, NativeAttemptRequest>) async throws -> Response {
        let begun = try await NativeSignIn(environment).begin(
            client: request.body.client, linking: try await link(request))
        return .json(
            NativeAttemptReply(attempt: begun.attempt, nonce: begun.nonce, expiresIn: begun.expiresIn))
    }

    private func complete(_ request: RouteRequest<Void, NativeSignInRequest>) async throws -> Response {
        let message = request.body
        let attempt = NativeSignIn.attemptID(of: message.attempt)
        if let attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let name = message.name.flatMap { FirstSignInUser(givenName: $0.given, familyName: $0.family) }
        let answer = AppleAnswer(
            attempt: message.attempt, identityToken: message.identityToken, code: message.code, name: name)
        let (session, ended) = try await session(request)
        let flow = NativeSignIn(parts.environment(for: request))
        guard message.canAsk == true else {
            let signedIn = try await flow.complete(answer, under: session, orEnded: ended)
            warn(request, signedIn)
            return await reply(signedIn, attempt)
        }
        switch try await flow.completeOrAsk(answer, under: session, orEnded: ended) {
        case .signedIn(let signedIn):
            warn(request, signedIn)
            return await reply(signedIn, attempt)
        case .offersMerge(let signedIn, let offer): return await reply(signedIn, attempt, offering: offer)
        case .asks(let question):
            let open = try await AccountAnswers(environment).read(question.question, as: session)
            return .json(AccountQuestionReply(question, open), status: .accepted)
        }
    }

    /// Apple gives a name once, and a code for each sign-in. Without a code, Apple's permission cannot be revoked when the
    /// account is deleted.
    private func warn(_ request: RouteRequest<Void, NativeSignInRequest>, _ signedIn: SignedIn) {
        guard signedIn.isNewAccount else { return }
        let logger = request.context.logger
        if request.body.code == nil { logger.warning("first sign-in", metadata: ["code": "code_missing"]) }
        if let name = request.body.name, [name.given, name.family].allSatisfy({ $0 ?? "" == "" }) {
            logger.warning("first sign-in", metadata: ["code": "name_empty"])
        }
    }

    private func answer(_ request: RouteRequest<Void, AccountAnswerRequest>) async throws -> Response {
        let message = request.body
        let questions = AccountAnswers(parts.environment(for: request))
        let answered: AnsweredQuestion
        switch message.answer {
        case "merge":
            let session = try await sessionForChange(request)
            let account = try await questions.answerMerge(message.question, as: session)
            return .json(AccountReply(account))
        case "new": answered = try await questions.answerNew(message.question)
        case "session":
            let session = try await sessionForChange(request)
            answered = try await questions.answerKnown(message.question, as: session)
        case "ticket":
            guard let ticket = message.linkTicket else { throw RequestRefusal(.fieldInvalid("link_ticket")) }
            answered = try await questions.answerKnown(message.question, ticket: ticket)
        default: throw RequestRefusal(.fieldInvalid("answer"))
        }
        return await reply(answered.signedIn, nil)
    }

    private func link(_ request: RouteRequest<Void, NativeAttemptRequest>) async throws -> LinkRequest? {
        switch (request.body.linkTicket, request.body.linksToSession ?? false) {
        case (nil, false): return nil
        case (let ticket?, false): return .ticket(ticket)
        case (nil, true): return .session(try await sessionForChange(request))
        case (_?, true): throw RequestRefusal(.fieldInvalid("link_ticket"))
        }
    }

    /// The session under which an app sends Apple's answer; an app that links sends its access token along. A session
    /// that is over counts as none: a plain sign-in continues, but a link is refused. If it was ended by the link itself,
    /// it gets the answer again.
    private func session(
        _ request: RouteRequest<Void, NativeSignInRequest>
    ) async throws -> (live: SignedInSession?, ended: SessionID?) {
        guard let token = try BearerToken.read(request.http) else { return (nil, nil) }
        do {
            return (try await parts.authenticators.sessions.authenticate(request.http, request.context), nil)
        } catch SignInError.refused {
            return (nil, SessionAuthentication(environment).sessionNamed(by: token))
        }
    }

    private func sessionForChange<Body>(_ request: RouteRequest<Void, Body>) async throws -> SignedInSession {
        try await parts.authenticators.sessions.authenticateForChange(request.http, request.context)
    }

    private func reply(
        _ signedIn: SignedIn, _ attempt: AttemptID?, offering offer: MergeOffer? = nil
    ) async -> Response {
        parts.metrics.count(signedIn)
        if let attempt {
            await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
        }
        return .json(SessionReply(signedIn, offering: offer))
    }
}
