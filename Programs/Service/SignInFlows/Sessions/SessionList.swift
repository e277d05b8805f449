package import AccountStorage
import Foundation

/// Lists and ends a person's own sessions.
///
/// An account may have any number of sessions. A limit would let an intruder who signs in often enough sign the owner
/// out. Ending all sessions includes those that the list does not show.
package struct SessionList: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The maximum number of sessions in one list.
    package static let pageLength = 100

    /// The sessions that are valid now, newest first. At most ``pageLength``, always including the one in use.
    package func live(of session: SignedInSession) async throws(SignInError) -> [Session] {
        let now = environment.instant
        let (account, limits) = (session.account.id, SessionLimits(environment))
        var live: [Session] = []
        var last: SessionID?
        while live.count < Self.pageLength {
            let before = last
            let page = try await environment.read { records in
                try records.findSessions(of: account, before: before, limit: Self.pageLength)
            }
            live += page.filter { limits.refusal($0, at: now) == nil }
            guard page.count == Self.pageLength, let oldest = page.last else { break }
            last = oldest.id
            // Other requests must not wait for all pages of an account with years of expired sessions.
            await Task.yield()
        }
        var listed = Array(live.prefix(Self.pageLength))
        if listed.count == Self.pageLength, !listed.contains(where: { $0.id == session.session.id }) {
            listed[Self.pageLength - 1] = session.session
        }
        return listed
    }

    /// Ends one of the person's sessions, possibly the one in use. Refuses with `session_unknown`.
    package func end(_ id: String, by session: SignedInSession) async throws(SignInError) {
        guard let id = SessionID(text: id) else { throw .refused(.sessionUnknown) }
        let now = environment.instant
        let account = session.account.id
        let auditID = AuditEntryID.timeOrdered(environment)
        try await environment.write { records in
            guard let found = try records.findSession(id), found.accountID == account else {
                throw SignInError.refused(.sessionUnknown)
            }
            guard try records.endSession(id, at: now) else { return }
            try records.recordAudit(AuditEntry(id: auditID, .sessionEnded, of: found, reason: "person", at: now))
        }
    }

    /// Ends all of the person's sessions except the one in use, and returns how many.
    @discardableResult
    package func endOthers(of session: SignedInSession) async throws(SignInError) -> Int {
        let now = environment.instant
        let (account, kept) = (session.account.id, session.session.id)
        let auditID = AuditEntryID.timeOrdered(environment)
        let events = EventOutbox(environment, unique: auditID.text)
        return try await environment.write { records in
            let count = try records.endSessions(of: account, at: now, authenticatedBefore: nil, except: kept)
            guard count > 0 else { return 0 }
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: account, event: AuditEvent.sessionsEnded.rawValue, reason: "person",
                    sessionID: kept, occurredAt: now))
            try events.add(.sessionsEnded, of: account, reason: "person", in: records)
            return count
        }
    }
}
