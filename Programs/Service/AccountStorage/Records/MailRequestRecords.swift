public import Foundation

/// Messages that the app's backend asked for.
public protocol MailRequestRecords {
    /// Stores a new request; `conflict` if the identifier is taken.
    func recordMailRequest(_ request: MailRequest) throws(StorageFailure)
    /// Finds the request.
    func findMailRequest(_ id: MailRequestID) throws(StorageFailure) -> MailRequest?
    /// Counts the requests for the account since `moment`.
    func countMailRequests(of accountID: AccountID, since moment: Date) throws(StorageFailure) -> Int
    /// Records what became of the message, and returns whether the request exists.
    func settleMailRequest(_ id: MailRequestID, as state: MailRequest.State) throws(StorageFailure) -> Bool
    /// Moves every request for an account to another one, and returns how many. They keep their identifiers.
    func moveMailRequests(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Removes every request for the account, and returns how many.
    func removeMailRequests(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Removes at most `limit` requests from before `moment`, and returns how many.
    func removeMailRequests(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
