import Hummingbird
import SignInAPI
import SignInFlows

/// Renewing and ending sessions.
struct SessionRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.sessionRefresh), use: refresh)
        router.post(RouterPath(Paths.sessionEnd), use: end)
    }

    private func refresh(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(SessionRefreshRequest.self, limit: 4_096)
        let renewed = try await SessionRenewal(environment).renew(refreshToken: message.refreshToken)
        return try .json(SessionReply(renewed))
    }

    private func end(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context)
        try await SignOut(environment).end(session)
        return Response(status: .noContent)
    }
}
