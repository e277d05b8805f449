import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Lists ended sessions, for the operator's services that verify access tokens themselves.
struct EndedSessionsRoutes: RouteGroup {
    let parts: ServiceParts

    /// A session may be stored some time after the moment at which it ended, because its transaction waits, and the
    /// clocks of two processes differ. Each following request therefore starts this many seconds back.
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
        let (since, after) = try position(try request.query("since")["since"], at: now)
        let ended = try await EndedSessions(parts.environment).since(since, after: after)
        let entries = ended.map {
            EndedSessionsReply.Entry(session: $0.id.text, endedAt: $0.endedAt.millisecondsSince1970)
        }
        let isFull = ended.count == EndedSessions.pageLength
        return try .json(
            EndedSessionsReply(sessions: entries, next: next(after: isFull ? ended.last : nil, at: now), more: isFull))
    }

    /// After a full page, the next request continues exactly where it stopped. After the last page, it starts one
    /// overlap back.
    private func next(after last: EndedSession?, at now: Date) -> String {
        if let last { return "\(last.endedAt.millisecondsSince1970).\(last.id.text)" }
        return "\(now.addingTimeInterval(-Self.overlap).millisecondsSince1970)"
    }

    /// `since` is absent, milliseconds since 1970, or a value from `next`.
    ///
    /// If it is absent, the list goes back as far as any access token can still be valid. The list never starts later
    /// than one overlap ago: after a clock was set back, it would otherwise miss sessions that end from now on.
    private func position(_ text: String?, at now: Date) throws(RequestRefusal) -> (Date, SessionID?) {
        let latest = now.addingTimeInterval(-Self.overlap)
        guard let text else {
            return (latest.addingTimeInterval(-Double(AccessTokens.maximumLifetime.components.seconds)), nil)
        }
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        guard let milliseconds = Int64(text[..<(dot ?? text.endIndex)]), milliseconds >= 0 else {
            throw RequestRefusal(.fieldInvalid("since"))
        }
        let since = Date(millisecondsSince1970: milliseconds)
        guard let dot else { return (min(since, latest), nil) }
        guard let id = SessionID(text: String(text[text.utf8.index(after: dot)...])) else {
            throw RequestRefusal(.fieldInvalid("since"))
        }
        return (since, id)
    }
}
