import AccountStorage
import Foundation
import Hummingbird
import SignInAPI
import SignInFlows

/// Sessions that were ended, for services of the operator that check access tokens themselves.
struct EndedSessionsRoutes: RouteGroup {
    let environment: SignInEnvironment
    let operators: OperatorAddresses

    /// A session can be stored a little later than the time at which it was ended.
    private static let overlap: TimeInterval = 5

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.endedSessions), use: list)
    }

    private func list(_ request: Request, context: ServiceContext) async throws -> Response {
        try operators.require(context)
        let (since, after) = try position(try request.query()["since"])
        let ended = try await EndedSessions(environment).since(since, after: after)
        let entries = ended.map {
            EndedSessionsReply.Entry(session: $0.id.text, endedAt: $0.endedAt.millisecondsSince1970)
        }
        return try .json(EndedSessionsReply(sessions: entries, next: next(after: ended, since: since)))
    }

    /// A full page goes on exactly where it stopped; the last page begins again a little before its end.
    private func next(after ended: [EndedSession], since: Date) -> String {
        guard let last = ended.last else { return "\(since.millisecondsSince1970)" }
        if ended.count == EndedSessions.pageLength { return "\(last.endedAt.millisecondsSince1970).\(last.id.text)" }
        return "\(max(since, last.endedAt.addingTimeInterval(-Self.overlap)).millisecondsSince1970)"
    }

    /// `since` is absent, milliseconds since 1970, or what `next` said.
    private func position(_ text: String?) throws(RequestRefusal) -> (Date, SessionID?) {
        guard let text else {
            let life = environment.accessTokens.lifetime
            return (environment.now().addingTimeInterval(-Double(life.components.seconds)), nil)
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let milliseconds = Int64(first), milliseconds >= 0 else {
            throw .fieldInvalid("since")
        }
        guard parts.count == 2 else { return (Date(millisecondsSince1970: milliseconds), nil) }
        guard let id = SessionID(text: String(parts[1])) else { throw .fieldInvalid("since") }
        return (Date(millisecondsSince1970: milliseconds), id)
    }
}
