internal import AccountStorage
internal import Foundation

extension ReferenceTransaction {
    func recordSession(required session: Session) throws(StorageFailure) {
        try require { () throws(StorageFailure) in try recordSession(session) }
    }

    func recordAudit(required entry: AuditEntry) throws(StorageFailure) {
        try require { () throws(StorageFailure) in try recordAudit(entry) }
    }

    func renewSession(
        required id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) {
        let isRenewed = rows.sessions.edit(id) {
            $0.counter == counter && counter < .max && $0.isLive(at: moment)
        } _: { session in
            (session.counter, session.firstCounter, session.usedCounter) = (counter + 1, first, used)
            (session.renewedAt, session.expiresAt) = (moment, expiresAt)
        }
        try require { () throws(StorageFailure) in
            guard isRenewed else { throw .conflict }
        }
    }

    private func require(_ work: () throws(StorageFailure) -> Void) throws(StorageFailure) {
        do throws(StorageFailure) {
            try work()
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}
