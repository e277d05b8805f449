import AccountStorage
import HTTPTypes
import Hummingbird
import SignInFlows

/// Determines the session of a request from its access token or from a browser's cookie.
struct SessionAuthenticator: Sendable {
    let environment: SignInEnvironment
    let cookies: ServiceCookies
    let ownOrigin: OwnOrigin
    let limiter: RateLimiter

    /// The request's session. Throws if the budget of the session or its account is used up.
    func authenticate(
        _ request: Request, _ context: ServiceContext, for purpose: RateLimiter.Purpose = .any
    ) async throws -> SignedInSession {
        let session = try await session(request)
        if let wait = limiter.take(purpose, for: session) { throw BudgetUsed(retryAfter: wait) }
        return session
    }

    /// The request's session; `nil` if nobody is signed in.
    func authenticateIfSignedIn(_ request: Request, _ context: ServiceContext) async throws -> SignedInSession? {
        do {
            return try await authenticate(request, context)
        } catch is RequestRefusal {
            return nil
        } catch SignInError.refused {
            return nil
        }
    }

    /// The session of the browser's cookie; `nil` if nobody is signed in. An access token does not count: it proves an
    /// app, not the person in front of this browser.
    func authenticateBrowser(_ request: Request, _ context: ServiceContext) async throws -> SignedInSession? {
        guard let cookie = CookieJar(request)[cookies.session] else { return nil }
        let session: SignedInSession
        do {
            session = try await SessionAuthentication(environment).authenticate(sessionCookie: cookie)
        } catch SignInError.refused {
            return nil
        }
        if let wait = limiter.take(.any, for: session) { throw BudgetUsed(retryAfter: wait) }
        return session
    }

    private func session(_ request: Request) async throws -> SignedInSession {
        let authentication = SessionAuthentication(environment)
        if let token = try BearerToken.read(request) {
            return try await authentication.authenticate(accessToken: token)
        }
        guard let cookie = CookieJar(request)[cookies.session] else { throw RequestRefusal(.authorizationMissing) }
        return try await authentication.authenticate(sessionCookie: cookie)
    }

    /// A browser sends its cookie with requests from any page, so a change authorized by a cookie must come from our
    /// own page.
    func authenticateForChange(
        _ request: Request, _ context: ServiceContext, for purpose: RateLimiter.Purpose = .any
    ) async throws -> SignedInSession {
        if request.headers[.authorization] == nil { try ownOriginWhereCookie(request) }
        return try await authenticate(request, context, for: purpose)
    }

    /// The same for the deletion of the account. A session that has just deleted its account is told that it is done: the
    /// answer may have been lost.
    func authenticateForDeletion(
        _ request: Request, _ context: ServiceContext
    ) async throws -> AccountDeletionCaller {
        do {
            return .session(try await authenticateForChange(request, context, for: .end))
        } catch let error as SignInError {
            guard case .refused = error, let session = try namedSession(request),
                let revocation = try await AccountDeletion(environment).result(askedBy: session)
            else { throw error }
            return .done(revocation)
        }
    }

    /// The session that the request's token or cookie names, live or not.
    private func namedSession(_ request: Request) throws(RequestRefusal) -> SessionID? {
        let authentication = SessionAuthentication(environment)
        if let token = try BearerToken.read(request) { return authentication.sessionNamed(by: token) }
        return CookieJar(request)[cookies.session].flatMap { authentication.sessionNamed(bySessionCookie: $0) }
    }

    private func ownOriginWhereCookie(_ request: Request) throws(RequestRefusal) {
        guard CookieJar(request)[cookies.session] != nil else { return }
        try ownOrigin.require(request)
    }
}

/// Who asks for the deletion of an account.
enum AccountDeletionCaller: Sendable {
    /// A person who is signed in.
    case session(SignedInSession)
    /// A session that deleted its account a moment ago.
    case done(AccountErasure.Revocation)
}
