import HTTPTypes
import Hummingbird
import SignInFlows

/// Finds out whose session a request carries: an access token, or the cookie of a browser.
struct SessionAuthenticator: Sendable {
    let environment: SignInEnvironment
    let cookies: ServiceCookies
    let ownOrigin: OwnOrigin
    let limiter: RateLimiter

    /// The session that a request carries, where its budgets and its account's allow another request.
    func authenticate(
        _ request: Request, _ context: ServiceContext, for purpose: RateLimiter.Purpose = .any
    ) async throws -> SignedInSession {
        let session = try await session(request)
        if let wait = limiter.take(purpose, for: session) { throw BudgetUsed(retryAfter: wait) }
        return session
    }

    /// The same, or nil for whoever is not signed in.
    func authenticateIfSignedIn(_ request: Request, _ context: ServiceContext) async throws -> SignedInSession? {
        do {
            return try await authenticate(request, context)
        } catch is RequestRefusal {
            return nil
        } catch SignInError.refused {
            return nil
        }
    }

    private func session(_ request: Request) async throws -> SignedInSession {
        let authentication = SessionAuthentication(environment)
        if let token = try BearerToken.read(request) {
            return try await authentication.authenticate(accessToken: token)
        }
        guard let cookie = CookieJar(request)[cookies.session] else { throw RequestRefusal(.authorizationMissing) }
        return try await authentication.authenticate(sessionCookie: cookie)
    }

    /// A browser sends its cookie with whatever page asks for it, so a change under a cookie must be our own page's.
    func authenticateForChange(
        _ request: Request, _ context: ServiceContext, for purpose: RateLimiter.Purpose = .any
    ) async throws -> SignedInSession {
        if request.headers[.authorization] == nil { try ownOriginWhereCookie(request) }
        return try await authenticate(request, context, for: purpose)
    }

    private func ownOriginWhereCookie(_ request: Request) throws(RequestRefusal) {
        guard CookieJar(request)[cookies.session] != nil else { return }
        try ownOrigin.require(request)
    }
}
