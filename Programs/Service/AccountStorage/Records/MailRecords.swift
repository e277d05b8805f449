public import Foundation

/// Mailed tokens, each of which can be taken once, and outgoing messages.
public protocol MailRecords {
    /// Stores a new token; `conflict` if the identifier is taken.
    func recordMailedToken(_ token: MailedToken) throws(StorageFailure)
    /// Finds the token, expired or not.
    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken?
    /// Removes and returns the token; `nil` if it is unknown, or expired at `moment`. Only one concurrent caller gets
    /// it.
    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken?
    /// Removes every token of the account, and returns how many.
    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Removes at most `limit` tokens that expired before `moment`, and returns how many.
    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int
    /// Stores a new message; `conflict` if the identifier is taken.
    func recordMail(_ mail: OutgoingMail) throws(StorageFailure)
    /// Takes at most `limit` messages that are due at `moment`: those that no backend asked for first, and of each kind the
    /// longest overdue first. Each counts one more attempt and is due again at `returnsAt`, in case the worker dies.
    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail]
    /// Sets when the message is tried again, and returns whether it still exists.
    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool
    /// Removes the message and returns whether it existed.
    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool
    /// Moves every waiting message about an account to another one, and returns how many.
    func moveMail(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Removes every waiting message about the account, and returns how many.
    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Counts the waiting messages, and finds when the oldest was written.
    func countMail() throws(StorageFailure) -> OutboxBacklog
}
