import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Renewing, listing and ending sessions.
struct SessionRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.sessionRefresh), use: refresh)
        router.get(RouterPath(Paths.sessions), use: list)
        router.post(RouterPath(Paths.sessionEnd), use: end)
        router.post(RouterPath(Paths.sessionEndOne), use: endOne)
        router.post(RouterPath(Paths.sessionEndOthers), use: endOthers)
    }

    private func refresh(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(SessionRefreshRequest.self, limit: 4_096)
        let renewed = try await SessionRenewal(environment).renew(
            refreshToken: message.refreshToken, client: message.client)
        return try .json(SessionReply(renewed))
    }

    private func list(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticate(request, context)
        let live = try await SessionList(environment).live(of: session)
        return try .json(SessionsReply(sessions: live.map { SessionEntry($0, current: session.session.id) }))
    }

    private func end(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .end)
        try await SignOut(environment).end(session, because: try await reason(request))
        return Response(status: .noContent)
    }

    private func reason(_ request: Request) async throws -> SignOut.Reason {
        guard let message = try await request.optionalMessage(OwnSessionEndRequest.self, limit: 4_096) else {
            return .person
        }
        guard let reason = SignOut.Reason(rawValue: message.reason) else { throw RequestRefusal.fieldInvalid("reason") }
        return reason
    }

    private func endOne(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .end)
        let message = try await request.message(SessionEndRequest.self, limit: 4_096)
        try await SessionList(environment).end(message.session, by: session)
        return Response(status: .noContent)
    }

    private func endOthers(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .end)
        return try .json(SessionsEndedReply(ended: try await SessionList(environment).endOthers(of: session)))
    }
}
