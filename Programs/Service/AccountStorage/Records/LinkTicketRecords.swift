public import Foundation

/// Link tickets. Each can be taken once.
public protocol LinkTicketRecords {
    /// Stores a new ticket; `conflict` if the identifier is taken.
    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure)
    /// Finds the ticket, expired or not.
    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket?
    /// Removes and returns the ticket; `nil` if it is unknown, or expired at `moment`. Only one concurrent caller gets
    /// it.
    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket?
    /// Removes every ticket for the account with this external id, and returns how many.
    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int
    /// Removes at most `limit` tickets that expired before `moment`, and returns how many.
    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
