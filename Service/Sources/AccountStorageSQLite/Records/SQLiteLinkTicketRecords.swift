internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) {
        try StoredText.check(ticket.externalID, ticket.label)
        try change(
            "INSERT INTO link_tickets (\(columns)) VALUES (?, ?, ?, ?, ?, ?)",
            [
                ticket.id.stored, ticket.externalID, ticket.label, ticket.credentialID.stored, ticket.createdAt.stored,
                ticket.expiresAt.stored,
            ])
    }

    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket? {
        try first("SELECT \(columns) FROM link_tickets WHERE id = ?", [id.stored], read: ticket)
    }

    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        try first(
            "DELETE FROM link_tickets WHERE id = ? AND expires_at > ? RETURNING \(columns)",
            [id.stored, moment.stored], read: ticket)
    }

    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change("DELETE FROM link_tickets WHERE external_id = ?", [externalID])
    }

    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM link_tickets WHERE id IN
                (SELECT id FROM link_tickets WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}

private let columns = "id, external_id, label, credential_id, created_at, expires_at"

private func ticket(_ row: Row) throws(StorageFailure) -> LinkTicket {
    LinkTicket(
        id: try row.identifier(0), externalID: try row.text(1), label: row.optionalText(2),
        credentialID: try row.identifier(3), createdAt: try row.time(4), expiresAt: try row.time(5))
}
