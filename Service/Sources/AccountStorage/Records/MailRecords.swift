public import Foundation

/// Mailed tokens, each taken once, and the messages that they are in.
public protocol MailRecords {
    /// Stores a new token; `conflict` when the identifier is taken.
    func recordMailedToken(_ token: MailedToken) throws(StorageFailure)
    /// The token, expired or not, or `nil`.
    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken?
    /// Removes the token and returns it; of many callers one gets it. `nil` when it is unknown, or expired at `moment`.
    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken?
    /// Removes every token of the account, and says how many.
    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Removes at most `limit` tokens that expired before `moment`, and says how many.
    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int
    /// Stores a new message; `conflict` when the identifier is taken.
    func recordMail(_ mail: OutgoingMail) throws(StorageFailure)
    /// At most `limit` messages that are due at `moment`, the longest due first; each counts the attempt and is due again
    /// at `returnsAt`, should its taker die.
    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail]
    /// Sets when the message is tried again, and says whether it is still there.
    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool
    /// Removes the message and says whether it was there.
    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool
    /// Removes every message about the account that waits, and says how many.
    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int
    /// How many messages wait, and since when the oldest.
    func countMail() throws(StorageFailure) -> OutboxBacklog
}
