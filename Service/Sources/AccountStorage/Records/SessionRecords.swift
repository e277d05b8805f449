public import Foundation

/// Sessions.
public protocol SessionRecords {
    /// The session, live or not, or `nil`.
    func findSession(_ id: SessionID) throws(StorageFailure) -> Session?
    /// The session and its account, if that is there; `nil` without the session.
    func findSessionAndAccount(_ id: SessionID) throws(StorageFailure) -> (session: Session, account: Account?)?
    /// Stores a new session; `conflict` when the identifier is taken.
    func recordSession(_ session: Session) throws(StorageFailure)
    /// Moves a live session's counter from `counter` to the next and says whether it did; one of many callers wins.
    ///
    /// `false` when the session is unknown, has another counter, was ended, or is over at `moment`.
    ///
    /// - Parameters:
    ///   - used: what `usedCounter` is afterwards.
    ///   - first: what `firstCounter` is afterwards.
    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool
    /// Notes that a live session was used at `moment` and moves its expiry, leaves its counters alone, and says whether it did.
    ///
    /// `false` when the session is unknown, was ended, or is over at `moment`.
    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool
    /// Ends the session and says whether this call did: `false` when it is unknown or was ended before.
    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool
    /// At most `limit` sessions of an account, live or not, the newest first.
    ///
    /// - Parameter id: for the next page, the last one's identifier.
    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session]
    /// Ends the sessions of an account that nobody ended yet, and says how many.
    ///
    /// - Parameters:
    ///   - authenticatedBefore: only those whose person last proved themselves before this moment; `nil` for all.
    ///   - kept: one to be left alone.
    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int
    /// At most `limit` sessions ended at or after `moment`, ordered by that time and then by identifier.
    ///
    /// For the next page pass the last one's time and identifier: of those ended at exactly `moment`, the ones up to
    /// `id` are left out. A session may be committed a little later than the time at which it was ended, so a caller that
    /// asks regularly begins somewhat before the last answer.
    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession]
    /// Removes at most `limit` sessions, ended or not, that expired before `moment`, and says how many.
    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}

extension SessionRecords {
    /// The first page of sessions ended at or after `moment`.
    public func findEndedSessions(since moment: Date, limit: Int) throws(StorageFailure) -> [EndedSession] {
        try findEndedSessions(since: moment, after: nil, limit: limit)
    }
}
