import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// The questions to a person in a browser: "Have you been here before?", before an account is created, and whether to
/// merge two accounts.
struct WebQuestionRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webQuestion, mode: .navigation, budget: .network(.callback),
                authentication: .decidedByHandler, body: .none,
                use: ask),
            Route(
                .post, Paths.webQuestion, budget: .network(.callback), authentication: .ownPage,
                body: .form(upTo: 1_024),
                stores: .afterProof(2_500, by: .activity(.signIn)), use: answer),
        ]
    }

    private var questions: AccountAnswers { AccountAnswers(parts.environment) }

    private func ask(_ request: RouteRequest<Void, Void>) async throws -> Response {
        guard let question = request.cookies[parts.cookies.question] else {
            throw SignInError.refused(.questionOver)
        }
        let session = try await parts.authenticators.sessions.authenticateIfSignedIn(request.http, request.context)
        let open = try await questions.read(question, as: session)
        let pages = parts.pages(
            for: request, of: WebSignInRequest(client: open.client, returnTo: open.returnTo))
        if let merge = open.merge {
            return try pages.merge(
                merge.account, identities: merge.identities, into: session?.account, appleAccount: open.appleAccount,
                target: open.target)
        }
        return try pages.question(
            QuestionView(
                account: session.map(\.account),
                isFresh: session?.isFresh(in: parts.environment) ?? false,
                existingUsersURL: parts.existingUsersURL,
                signInPath: parts.signInPath(returningTo: Paths.webQuestion, client: open.client),
                hasPasswords: parts.environment.policy.passwords.isOn, appleAccount: open.appleAccount,
                isClosedToNew: open.isClosedToNew, isAboutTransfer: open.isAboutTransfer))
    }

    /// Two of the answers need a session, which is authenticated only for them.
    private func answer(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        let jar = request.cookies
        guard let question = jar[parts.cookies.question] else { throw SignInError.refused(.questionOver) }
        let questions = AccountAnswers(parts.environment(for: request))
        let answered: AnsweredQuestion
        switch request.body["answer"] {
        case "merge": return try await merge(question, questions, request)
        case "new":
            do throws(SignInError) {
                answered = try await questions.answerNew(question, replacing: jar[parts.cookies.session])
            } catch {
                guard var waiting = parts.wait(after: error, returningTo: nil, for: request) else { throw error }
                waiting.setCookie(parts.cookies.remove(parts.cookies.question))
                return waiting
            }
        case "session":
            let session = try await session(request)
            answered = try await questions.answerKnown(question, as: session)
        default: throw RequestRefusal(.fieldInvalid("answer"))
        }
        parts.metrics.count(answered.signedIn)
        let session = parts.cookies.set(
            parts.cookies.session, answered.signedIn.sessionCookie,
            lifetime: parts.environment.policy.absoluteLifetime)
        let left = [parts.cookies.question, parts.cookies.waiting].filter { jar[$0] != nil }
        return .seeOther(answered.returnTo.location, cookies: [session] + left.map { parts.cookies.remove($0) })
    }

    /// Merges two accounts. A browser that a sign-in brought here goes on, also if its accounts can no longer be merged: it is
    /// signed in, and the next sign-in offers what is still possible.
    private func merge(
        _ question: String, _ questions: AccountAnswers, _ request: RouteRequest<Void, FormFields>
    ) async throws -> Response {
        let session = try await session(request)
        let target = try await questions.read(question, as: session).target?.location
        do throws(SignInError) {
            _ = try await questions.answerMerge(question, as: session)
        } catch {
            guard target != nil, [.identityLinkedElsewhere, .freshSignInRequired].contains(error.errorCode) else {
                throw error
            }
            request.context.logger.info("refused", metadata: ["code": "\(error.code)"])
        }
        return .seeOther(target ?? Paths.webAccount, cookies: [parts.cookies.remove(parts.cookies.question)])
    }

    private func session(_ request: RouteRequest<Void, FormFields>) async throws -> SignedInSession {
        try await parts.authenticators.sessions.authenticateForChange(request.http, request.context)
    }
}
