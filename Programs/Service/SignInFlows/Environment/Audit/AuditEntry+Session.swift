import AccountStorage
import Foundation

extension AuditEntry {
    /// An entry about one session.
    init(id: AuditEntryID, _ event: AuditEvent, of session: Session, reason: String?, at moment: Date) {
        self.init(
            id: id, accountID: session.accountID, event: event.rawValue, reason: reason, client: session.clientID,
            platform: session.platform, sessionID: session.id, occurredAt: moment)
    }
}
