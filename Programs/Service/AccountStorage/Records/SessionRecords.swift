public import Foundation

/// Operations on sessions.
public protocol SessionRecords {
    /// Finds the session, live or not.
    func findSession(_ id: SessionID) throws(StorageFailure) -> Session?
    /// Finds the session, and its account if that exists; `nil` if the session does not exist.
    func findSessionAndAccount(_ id: SessionID) throws(StorageFailure) -> (session: Session, account: Account?)?
    /// Stores a new session; `conflict` if the identifier is taken.
    func recordSession(_ session: Session) throws(StorageFailure)
    /// Records a use of a live session at `moment` and its new expiry, but keeps its counters. Returns whether it did.
    ///
    /// `false` if the session is unknown, was ended, or is expired at `moment`.
    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool
    /// Ends the session and returns whether this call did so: `false` if it is unknown or was ended before. Then nothing
    /// else changes either.
    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool
    /// Finds at most `limit` sessions of an account, live or not, newest first.
    ///
    /// - Parameter id: for the next page, the identifier of the last session.
    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session]
    /// Ends the sessions of an account that were not ended yet, and returns how many sessions it ended, with the clients'
    /// sessions under them.
    ///
    /// - Parameters:
    ///   - authenticatedBefore: only sessions whose last authentication was before this moment; `nil` for all.
    ///   - kept: a session that is not ended, and neither are the clients' sessions under it that are not detached. Its
    ///     authorization codes that nobody has exchanged are removed: a detached session could begin with one later.
    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int
    /// Ends the sessions of an account that began under a grant, and that were not ended yet. Returns how many sessions
    /// it ended, with the clients' sessions under them.
    ///
    /// - Parameters:
    ///   - grant: the identity and Apple's client of the sign-in; `nil` for every client.
    ///   - authenticatedBefore: only sessions whose last authentication was before this moment.
    func endSessions(
        of accountID: AccountID, under grant: (identityID: IdentityID, clientID: String?), at moment: Date,
        authenticatedBefore: Date
    ) throws(StorageFailure) -> Int
    /// Removes the browsers' names from the sessions of an account, ended or not, and returns from how many.
    func removeBrowserNames(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Finds at most `limit` sessions that were ended at or after `moment`, ordered by that time, then by identifier.
    ///
    /// For the next page, pass the time and the identifier of the last session: of those ended at exactly `moment`, the
    /// ones up to and including `id` are left out. The end of a session may be committed a little later than its time
    /// says, so a caller that polls starts somewhat before the last time that it received.
    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession]
    /// Removes at most `limit` sessions, ended or not, that expired before `moment`, and returns how many.
    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}

extension SessionRecords {
    /// Finds the first page of sessions that were ended at or after `moment`.
    public func findEndedSessions(since moment: Date, limit: Int) throws(StorageFailure) -> [EndedSession] {
        try findEndedSessions(since: moment, after: nil, limit: limit)
    }
}
