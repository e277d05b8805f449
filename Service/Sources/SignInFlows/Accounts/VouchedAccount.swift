import AccountStorage

extension Account {
    /// The account once the app's backend vouches for its owner by a name.
    ///
    /// Nothing erases it any more. Where only a way in was missing it is open again, as it would never have been closed with
    /// a name; whatever else closed it still does.
    func vouchedFor(as externalID: String) -> Account {
        var account = self
        account.externalID = externalID
        account.eraseAt = nil
        if disabledReason == .noWayIn { (account.disabledAt, account.disabledReason) = (nil, nil) }
        return account
    }
}
