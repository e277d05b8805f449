public import Foundation

/// Link tickets: each is taken once.
public protocol LinkTicketRecords {
    /// Stores a new ticket; `conflict` when the identifier is taken.
    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure)
    /// The ticket, expired or not, or `nil`.
    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket?
    /// Removes the ticket and returns it; of many callers one gets it. `nil` when it is unknown, or expired at `moment`.
    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket?
    /// Removes every ticket for the account of this external id, and says how many.
    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int
    /// Removes at most `limit` tickets that expired before `moment`, and says how many.
    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
