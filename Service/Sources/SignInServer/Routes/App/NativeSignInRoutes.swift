import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in from apps that show Apple's own sheet.
struct NativeSignInRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator
    let metrics: ServiceMetrics

    /// Room for an identity token of 16 KiB, a code and a name.
    private static let maximumBody = 32_768

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.nativeAttempts), use: begin)
        router.post(RouterPath(Paths.nativeSignIn), use: complete)
        router.post(RouterPath(Paths.nativeAnswers), use: answer)
    }

    private func begin(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(NativeAttemptRequest.self, limit: 4_096)
        let begun = try await NativeSignIn(environment).begin(
            client: message.client, linking: try await link(message, request, context))
        return try .json(
            NativeAttemptReply(attempt: begun.attempt, nonce: begun.nonce, expiresIn: begun.expiresIn))
    }

    private func complete(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(NativeSignInRequest.self, limit: Self.maximumBody)
        let attempt = NativeSignIn.attemptID(of: message.attempt)
        if let attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let name = message.name.flatMap { FirstSignInUser(givenName: $0.given, familyName: $0.family) }
        let answer = AppleAnswer(
            attempt: message.attempt, identityToken: message.identityToken, code: message.code, name: name)
        let session = try await session(request, context)
        guard message.canAsk == true else {
            return try await reply(NativeSignIn(environment).complete(answer, under: session), attempt)
        }
        switch try await NativeSignIn(environment).completeOrAsk(answer, under: session) {
        case .signedIn(let signedIn): return try await reply(signedIn, attempt)
        case .asks(let question):
            let open = try await AccountQuestions(environment).read(question.question, as: session)
            return try .json(AccountQuestionReply(question, open), status: .accepted)
        }
    }

    private func answer(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(AccountAnswerRequest.self, limit: 4_096)
        let questions = AccountQuestions(environment)
        let answered: AnsweredQuestion
        switch message.answer {
        case "merge":
            let session = try await authenticator.authenticateForChange(request, context)
            return try .json(AccountReply(try await questions.answerMerge(message.question, as: session)))
        case "new": answered = try await questions.answerNew(message.question)
        case "session":
            let session = try await authenticator.authenticateForChange(request, context)
            answered = try await questions.answerKnown(message.question, as: session)
        case "ticket":
            guard let ticket = message.linkTicket else { throw RequestRefusal.fieldInvalid("link_ticket") }
            answered = try await questions.answerKnown(message.question, ticket: ticket)
        default: throw RequestRefusal.fieldInvalid("answer")
        }
        return try await reply(answered.signedIn, nil)
    }

    private func link(
        _ message: NativeAttemptRequest, _ request: Request, _ context: ServiceContext
    ) async throws -> LinkRequest? {
        switch (message.linkTicket, message.linksToSession ?? false) {
        case (nil, false): return nil
        case (let ticket?, false): return .ticket(ticket)
        case (nil, true): return .session(try await authenticator.authenticateForChange(request, context))
        case (_?, true): throw RequestRefusal.fieldInvalid("link_ticket")
        }
    }

    /// The session under which an app sends Apple's answer; an app that links sends its access token along. One that is
    /// over keeps nobody from signing in: it proves nothing, that is all.
    private func session(_ request: Request, _ context: ServiceContext) async throws -> SignedInSession? {
        guard request.headers[.authorization] != nil else { return nil }
        do {
            return try await authenticator.authenticate(request, context)
        } catch SignInError.refused {
            return nil
        }
    }

    private func reply(_ signedIn: SignedIn, _ attempt: AttemptID?) async throws -> Response {
        metrics.count(signedIn)
        if let attempt {
            await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
        }
        return try .json(SessionReply(signedIn))
    }
}
