public import Foundation

/// Operations on what clients' sessions have besides other sessions.
///
/// Every operation that ends sessions (``SessionRecords``) also does the following, in the same transaction. With a
/// session, it ends the clients' sessions under it that are not detached. For every client's session that it ends, and
/// every live detached one under a session that it ends, it makes a notice due at the time of the end. A notice that is
/// already due stays as it is.
public protocol ClientSessionRecords {
    /// Stores a new record; `conflict` if the identifier is taken. The session itself is stored separately.
    func recordClientSession(_ session: ClientSession) throws(StorageFailure)
    /// Finds the record of a session, live or not.
    func findClientSession(_ id: SessionID) throws(StorageFailure) -> ClientSession?
    /// Gives the clients' sessions under one session to another one, and returns how many.
    func moveClientSessions(from parent: SessionID, to successor: SessionID) throws(StorageFailure) -> Int
    /// Finds at most `limit` records of an account, live or not, newest first.
    func findClientSessions(of accountID: AccountID, limit: Int) throws(StorageFailure) -> [ClientSession]
    /// Finds at most `limit` detached sessions under a session, which may be over, ordered by identifier: those that were
    /// not ended.
    func findDetachedSessions(under parent: SessionID, limit: Int) throws(StorageFailure) -> [ClientSession]
    /// Finds the clients' sessions that one client began under a session, live or not, without the `newest`, and at most
    /// `limit`, newest first.
    func findClientSessions(
        under parent: SessionID, of client: String, besidesNewest newest: Int, limit: Int
    ) throws(StorageFailure) -> [SessionID]
    /// Finds the clients with a notice that is due at `moment`, ordered by name.
    func findClientsToNotify(at moment: Date) throws(StorageFailure) -> [String]
    /// Takes at most `limit` notices of a client that are due at `moment`, longest overdue first.
    ///
    /// Each counts one more attempt. Until `returnsAt`, only the caller has it. Then it is due again, in case that
    /// died.
    func takeLogoutNotices(
        of client: String, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [LogoutNotice]
    /// Makes every notice of a client that is due at `moment` due at `later`, counts one more attempt for each, and
    /// returns how many there were.
    func postponeLogoutNotices(
        of client: String, dueAt moment: Date, until later: Date
    ) throws(StorageFailure) -> Int
    /// Makes a waiting notice due at `dueAt`, and returns whether there is one.
    func postponeLogoutNotice(_ id: SessionID, dueAt: Date) throws(StorageFailure) -> Bool
    /// Removes a notice that was delivered, or given up, and returns whether there was one.
    func removeLogoutNotice(_ id: SessionID) throws(StorageFailure) -> Bool
    /// Removes at most `limit` records that expired before `moment`, and returns how many.
    func removeExpiredClientSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
