import AccountStorage
import Foundation

@testable import SignInFlows

/// What must hold.
extension GrantWorld {
    /// What must hold after each step.
    func verify() async throws {
        let ends = apple.ends
        for session in sessions where try await !isLive(session.id) && !session.isEnded {
            let isOver = ends.contains { end in
                end.cause != .revoked && end.subject == session.subject
                    && (end.group ?? session.client.group) == session.client.group && end.at >= session.began
            }
            guard isOver else { throw BrokenPromise(text: "an honest session was ended: \(session)") }
        }
        for event in events where event.isDelivered {
            let end = Date(timeIntervalSince1970: event.at.timeIntervalSince1970.rounded(.down))
            for session in try await live() where session.subject == event.subject && session.began < end {
                guard event.kind == "account-deleted" || event.group == session.client.group else { continue }
                guard session.isUnlinked else {
                    throw BrokenPromise(text: "a session outlived a notification: \(session)")
                }
            }
        }
        try await verifyTokens()
    }

    /// Every token that Apple knows is held, so that it can be revoked.
    private func verifyTokens() async throws {
        let alive = apple.tokens.filter(\.value.isAlive)
        for subject in Set(alive.map(\.value.subject)) {
            let held = try await heldTokens(of: subject).all
            for (token, _) in alive where alive[token]?.subject == subject && !held.contains(token) {
                throw BrokenPromise(text: "a token that Apple knows was lost: \(token)")
            }
        }
    }

    /// The checks of some days find every end, and the deletion of all accounts revokes every token.
    func finish() async throws {
        advance(200)
        for _ in 0..<6 { try await check() }
        try await verify()
        for session in try await live() where session.hasToken && !session.isUnlinked {
            let end = apple.ends.last { end in
                end.cause != .revoked && end.subject == session.subject
                    && (end.group ?? session.client.group) == session.client.group
                    && end.at >= session.began.addingTimeInterval(1)
            }
            guard let end else { continue }
            let isBack = sessions.contains { other in
                other.subject == session.subject && other.client.group == session.client.group && other.began >= end.at
            }
            guard isBack else { throw BrokenPromise(text: "a session outlived its consent: \(session)") }
        }
        for account in Set(sessions.map(\.account)) { try await delete(account) }
        for _ in 0..<12 {
            try await work(.works)
            advance(7 * 3_600)
        }
        for (name, token) in apple.tokens where token.isAlive {
            throw BrokenPromise(text: "deletion did not revoke \(name) of \(token.client)")
        }
        let waiting = try await AppleOutbox(environment).backlog().count
        guard waiting == 0 else { throw BrokenPromise(text: "\(waiting) requests still wait") }
    }
}
