internal import Foundation

extension InMemoryTransaction {
    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) {
        try StoredText.check(ticket.externalID, ticket.label)
        var ticket = ticket
        ticket.createdAt = ticket.createdAt.inWholeMilliseconds
        ticket.expiresAt = ticket.expiresAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.tickets[ticket.id] == nil else { throw .conflict }
            rows.tickets[ticket.id] = ticket
        }
    }

    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket? {
        try read { $0.tickets[id] }
    }

    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            guard let ticket = rows.tickets[id], moment < ticket.expiresAt else { return nil }
            rows.tickets[id] = nil
            return ticket
        }
    }

    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change { rows in
            let before = rows.tickets.count
            rows.tickets = rows.tickets.filter { !$0.value.externalID.utf8.elementsEqual(externalID.utf8) }
            return before - rows.tickets.count
        }
    }

    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.tickets.removeFirst(limit) { $0.expiresAt < moment } }
    }
}
