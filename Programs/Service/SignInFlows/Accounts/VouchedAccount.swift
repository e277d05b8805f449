import AccountStorage

extension Account {
    /// The account once it has an external id, with which the app's backend can vouch for its owner.
    ///
    /// It is no longer due to be erased. If it was disabled only because nobody could sign in to it, or because it waits
    /// for a decision, it is enabled. Otherwise it stays disabled.
    func vouchedFor(as externalID: String) -> Account {
        var account = self
        account.externalID = externalID
        account.eraseAt = nil
        if disabledReason == .noWayIn || isWaiting { (account.disabledAt, account.disabledReason) = (nil, nil) }
        return account
    }
}
