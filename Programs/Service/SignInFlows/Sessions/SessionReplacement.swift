import AccountStorage
import Foundation

/// The step of a transaction with which a new session takes the place of another one in the same browser.
struct SessionReplacement: Sendable {
    let former: SessionID
    let session: Session
    let now: Date

    /// Ends the former session. If it belongs to the same account, the sessions of OpenID clients under it go on under
    /// the new one: a person who signs in again must not be signed out of every client. Those of another account end.
    func apply(in records: any AccountTransaction) throws(StorageFailure) {
        guard former != session.id else { return }
        let found = try records.findSession(former)
        // An app handed its session to this browser, and goes on with it.
        guard found?.platform != .native || session.platform == .native else { return }
        if let found, found.accountID == session.accountID {
            _ = try records.moveClientSessions(from: former, to: session.id)
        }
        _ = try records.endSession(former, at: now)
    }
}
