import AccountStorage

/// Links to an account that are not finished: link tickets and open attempts.
enum PendingLinks {
    /// Ends them all, so that no link begun before a change to the account's sign-in methods is finished after it.
    static func end(of id: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try end(of: id, externalID: try records.findAccount(id)?.externalID, in: records)
    }

    /// The same for an account that may not exist yet.
    static func end(
        of id: AccountID?, externalID: String?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        _ = try records.endAttempts(linkingTo: id, externalID: externalID)
        if let externalID { _ = try records.removeLinkTickets(externalID: externalID) }
    }
}
