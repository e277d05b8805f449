import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Renewing, listing and ending sessions, and handing them to a web view.
struct SessionRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.sessionRefresh, budget: .network(.session), authentication: .anybody,
                body: .json(SessionRefreshRequest.self, upTo: 4_096),
                stores: .afterProof(300, by: .whatBegan), use: refresh),
            Route(.get, Paths.sessions, budget: .network(.account), authentication: .session, body: .none, use: list),
            Route(
                .post, Paths.sessionEnd, budget: .network(.account), authentication: .sessionForChange(.end),
                body: .optionalJSON(OwnSessionEndRequest.self, upTo: 4_096),
                stores: .afterProof(300, by: .whatBegan), use: end),
            Route(
                .post, Paths.sessionEndOne, budget: .network(.account), authentication: .sessionForChange(.end),
                body: .json(SessionEndRequest.self, upTo: 4_096),
                stores: .afterProof(300, by: .whatBegan), use: endOne),
            Route(
                .post, Paths.sessionEndOthers, budget: .network(.account), authentication: .sessionForChange(.end),
                body: .optionalJSON(EmptyRequest.self, upTo: 4_096),
                stores: .afterProof(900, by: .whatBegan), use: endOthers),
            Route(
                .post, Paths.sessionHandOff, budget: .network(.account), authentication: .sessionForChange(.any),
                body: .json(SessionHandOffRequest.self, upTo: 4_096),
                stores: .afterProof(900, by: .activity(.handOff)), use: handOff),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func refresh(_ request: RouteRequest<Void, SessionRefreshRequest>) async throws -> Response {
        let renewed = try await SessionRenewal(environment).renew(
            refreshToken: request.body.refreshToken, client: request.body.client)
        return .json(SessionReply(renewed))
    }

    private func list(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        let live = try await SessionList(environment).live(of: request.caller)
        return try .json(SessionsReply(sessions: live.map { SessionEntry($0, current: request.caller.session.id) }))
    }

    private func end(_ request: RouteRequest<SignedInSession, OwnSessionEndRequest?>) async throws -> Response {
        let given = request.body?.reason ?? SignOut.Reason.person.rawValue
        guard let reason = SignOut.Reason(rawValue: given) else { throw RequestRefusal(.fieldInvalid("reason")) }
        try await SignOut(environment).end(request.caller, because: reason)
        return Response(status: .noContent)
    }

    private func endOne(_ request: RouteRequest<SignedInSession, SessionEndRequest>) async throws -> Response {
        try await SessionList(environment).end(request.body.session, by: request.caller)
        return Response(status: .noContent)
    }

    private func endOthers(_ request: RouteRequest<SignedInSession, EmptyRequest?>) async throws -> Response {
        try .json(SessionsEndedReply(ended: try await SessionList(environment).endOthers(of: request.caller)))
    }
    private func handOff(_ request: RouteRequest<SignedInSession, SessionHandOffRequest>) async throws -> Response {
        guard let page = HandOffPage(rawValue: request.body.page) else { throw RequestRefusal(.fieldInvalid("page")) }
        let issued = try await SessionHandOff(environment).issue(
            page, to: request.caller, provenBy: request.body.refreshToken)
        return try .json(SessionHandOffReply(code: issued.code, expiresIn: issued.expiresIn))
    }
}
