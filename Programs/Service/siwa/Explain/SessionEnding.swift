import AccountStorage
import Foundation
import SignInFlows

/// Finds out why sessions are over that no entry of the audit is about alone.
struct SessionEnding {
    private let ownEntries: Set<SessionID>
    private let sharedEntries: [Date: [AuditEntry]]
    private let refusedGrants: [AuditEntry]

    /// Events that end several sessions of an account in the same transaction, and therefore at the same time.
    private static let endingEvents: Set<AuditEvent> = [
        .signedIn, .sessionsEnded, .accountDisabled, .accountDeleted, .appleNotification, .identityUnlinked,
        .accountRecovered, .accountsMerged, .passwordChanged, .passwordReset, .passwordRemoved,
    ]

    /// Sessions end at the time at which Apple was asked about a grant; the entry has the time after its answer.
    private static let longestCall: TimeInterval = 120

    init(_ audit: [AuditEntry]) {
        ownEntries = Set(audit.filter { $0.event == AuditEvent.sessionEnded.rawValue }.compactMap(\.sessionID))
        sharedEntries = Dictionary(
            grouping: audit.filter { AuditEvent(rawValue: $0.event).map { Self.endingEvents.contains($0) } ?? false },
            by: \.occurredAt)
        refusedGrants = audit.filter { $0.event == AuditEvent.grantGone.rawValue && $0.reason == "sessions_ended" }
    }

    /// The end of a session; nil if it has an entry of its own, or did not end by itself or by an event.
    func sentence(about session: Session, refusal: ErrorCode?) -> Sentence? {
        let start = "The session \(session.id.text) of the client \(session.clientID) (\(session.platform.inWords)) "
        if let endedAt = session.endedAt {
            guard !ownEntries.contains(session.id) else { return nil }
            return Sentence(
                time: endedAt, event: AuditEvent.sessionEnded.rawValue,
                text: start + "ended" + cause(of: session, at: endedAt), session: session.id)
        }
        guard refusal?.name == ErrorCode.sessionExpired.name else { return nil }
        return Sentence(
            time: session.expiresAt, event: ErrorCode.sessionExpired.name,
            text: start + "expired. It was last used at \(WrittenTime.text(session.renewedAt)).", session: session.id)
    }

    private func cause(of session: Session, at moment: Date) -> String {
        // An entry that names the session is about the session that went on, or that began, unless it deleted the account.
        let shared = sharedEntries[moment]?.first {
            $0.sessionID != session.id || $0.event == AuditEvent.accountDeleted.rawValue
        }
        let refused = refusedGrants.first {
            (0...Self.longestCall).contains($0.occurredAt.timeIntervalSince(moment))
        }
        guard let entry = shared ?? refused else { return ". The audit does not say why." }
        guard entry.event == AuditEvent.signedIn.rawValue else { return " because of \(entry.event)." }
        return " because a new sign-in replaced it."
    }
}
