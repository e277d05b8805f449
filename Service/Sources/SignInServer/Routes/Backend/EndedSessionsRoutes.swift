import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Sessions that were ended, for services of the operator that check access tokens themselves.
struct EndedSessionsRoutes: RouteGroup {
    let parts: ServiceParts

    /// An ended session is stored as much later as its transaction waits, and the clocks of two processes differ, so
    /// each further question starts this far back.
    private static let overlap: TimeInterval = 60

    var routes: [Route] {
        [
            Route(
                .get, Paths.endedSessions, budget: .unlimited(.operatorOnly), authentication: .operatorOrKey,
                body: .none, use: list)
        ]
    }

    private func list(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let now = parts.environment.now()
        let (since, after) = try position(try request.query()["since"], at: now)
        let ended = try await EndedSessions(parts.environment).since(since, after: after)
        let entries = ended.map {
            EndedSessionsReply.Entry(session: $0.id.text, endedAt: $0.endedAt.millisecondsSince1970)
        }
        let isFull = ended.count == EndedSessions.pageLength
        return try .json(
            EndedSessionsReply(sessions: entries, next: next(after: isFull ? ended.last : nil, at: now), more: isFull))
    }

    /// A full page goes on exactly where it stopped; after the last page the next question begins an overlap back.
    private func next(after last: EndedSession?, at now: Date) -> String {
        if let last { return "\(last.endedAt.millisecondsSince1970).\(last.id.text)" }
        return "\(now.addingTimeInterval(-Self.overlap).millisecondsSince1970)"
    }

    /// `since` is absent, milliseconds since 1970, or what `next` said.
    ///
    /// Absent is as long ago as any access token can still be good. A clock that was set back must not hide what ends
    /// from now on, so nobody begins later than an overlap ago.
    private func position(_ text: String?, at now: Date) throws(RequestRefusal) -> (Date, SessionID?) {
        let latest = now.addingTimeInterval(-Self.overlap)
        guard let text else {
            return (latest.addingTimeInterval(-Double(AccessTokens.maximumLifetime.components.seconds)), nil)
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let milliseconds = Int64(first), milliseconds >= 0 else {
            throw RequestRefusal(.fieldInvalid("since"))
        }
        let since = Date(millisecondsSince1970: milliseconds)
        guard parts.count == 2 else { return (min(since, latest), nil) }
        guard let id = SessionID(text: String(parts[1])) else { throw RequestRefusal(.fieldInvalid("since")) }
        return (since, id)
    }
}
