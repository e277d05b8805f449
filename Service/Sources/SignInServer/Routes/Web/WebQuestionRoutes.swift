import AccountStorage
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// "Have you been here before?", asked in a browser before an account is made.
struct WebQuestionRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.webQuestion), use: ask)
        router.post(RouterPath(Paths.webQuestion), use: answer)
    }

    private var questions: AccountQuestions { AccountQuestions(parts.environment) }

    private func ask(_ request: Request, context: ServiceContext) async throws -> Response {
        guard let question = CookieJar(request)[parts.cookies.question] else {
            throw SignInError.refused(.questionOver)
        }
        let session = try await session(request, context)
        let open = try await questions.read(question, as: session)
        if let merge = open.merge {
            return try parts.pages.merge(
                merge.account, identities: merge.identities, into: session?.account, appleAccount: open.appleAccount)
        }
        return try parts.pages.question(
            QuestionWords(
                account: session.map(\.account),
                isFresh: session?.isFresh(in: parts.environment) ?? false,
                existingUsersURL: parts.existingUsersURL,
                signInPath: parts.signInPath(returningTo: Paths.webQuestion),
                hasPasswords: parts.environment.policy.passwords.isOn, appleAccount: open.appleAccount))
    }

    private func answer(_ request: Request, context: ServiceContext) async throws -> Response {
        try parts.ownOrigin.require(request)
        let jar = CookieJar(request)
        let form = try await FormFields(
            decoding: request.bytes(ofType: "application/x-www-form-urlencoded", limit: 1_024))
        guard let question = jar[parts.cookies.question] else { throw SignInError.refused(.questionOver) }
        let answered: AnsweredQuestion
        switch form["answer"] {
        case "merge":
            let session = try await parts.authenticator.authenticateForChange(request, context)
            _ = try await questions.answerMerge(question, as: session)
            return .seeOther(Paths.webAccount, cookies: [parts.cookies.remove(parts.cookies.question)])
        case "new": answered = try await questions.answerNew(question, replacing: jar[parts.cookies.session])
        case "session":
            let session = try await parts.authenticator.authenticateForChange(request, context)
            answered = try await questions.answerKnown(question, as: session)
        default: throw RequestRefusal.fieldInvalid("answer")
        }
        parts.metrics.count(answered.signedIn)
        let session = parts.cookies.set(
            parts.cookies.session, answered.signedIn.sessionCookie,
            lifetime: parts.environment.policy.absoluteLifetime)
        return .seeOther(
            answered.returnTo.location, cookies: [session, parts.cookies.remove(parts.cookies.question)])
    }

    /// Whoever is signed in in this browser; nobody is no fault.
    private func session(_ request: Request, _ context: ServiceContext) async throws -> SignedInSession? {
        do {
            return try await parts.authenticator.authenticate(request, context)
        } catch is RequestRefusal {
            return nil
        } catch SignInError.refused {
            return nil
        }
    }
}
