import AccountStorage

/// What is on its way to being linked to an account: tickets and open attempts.
enum PendingLinks {
    /// Ends all of it, so that nothing that was begun before a change to the account's ways in is finished after it.
    static func end(of id: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try end(of: id, externalID: try records.findAccount(id)?.externalID, in: records)
    }

    /// The same for an account that may not be made yet.
    static func end(
        of id: AccountID?, externalID: String?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        _ = try records.endAttempts(linkingTo: id, externalID: externalID)
        if let externalID { _ = try records.removeLinkTickets(externalID: externalID) }
    }
}
