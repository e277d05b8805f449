import AccountStorage
import Foundation

/// Passes everything on; subclasses get one thing wrong.
class FaultyTransaction: AccountTransaction {
    let inner: any AccountTransaction

    required init(_ inner: any AccountTransaction) {
        self.inner = inner
    }

    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? { try inner.findAccount(id) }
    func recordAccount(_ account: Account) throws(StorageFailure) { try inner.recordAccount(account) }
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? { try inner.findIdentity(id) }
    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) { try inner.recordIdentity(identity) }

    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try inner.findGrant(identityID, client: clientID)
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) { try inner.recordGrant(grant) }
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try inner.findKeptName(identityID)
    }

    func recordKeptName(_ name: KeptName) throws(StorageFailure) { try inner.recordKeptName(name) }
    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) { try inner.removeKeptName(identityID) }

    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredKeptNames(before: moment, limit: limit)
    }

    func findSession(_ id: SessionID) throws(StorageFailure) -> Session? { try inner.findSession(id) }
    func recordSession(_ session: Session) throws(StorageFailure) { try inner.recordSession(session) }

    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        try inner.renewSession(id, fromCounter: counter, at: moment, expiresAt: expiresAt)
    }

    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        try inner.endSession(id, at: moment)
    }

    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        try inner.findEndedSessions(since: moment, after: id, limit: limit)
    }

    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredSessions(before: moment, limit: limit)
    }

    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) { try inner.recordAttempt(attempt) }
    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? { try inner.findAttempt(id) }

    func claimAttempt(_ id: AttemptID, at moment: Date) throws(StorageFailure) -> Bool {
        try inner.claimAttempt(id, at: moment)
    }

    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool { try inner.endAttempt(id) }
    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int { try inner.countFailure(id) }

    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredAttempts(before: moment, limit: limit)
    }
}
