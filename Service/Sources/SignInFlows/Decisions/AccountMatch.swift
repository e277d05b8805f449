import AccountStorage

/// Which account a proven person gets.
///
/// The key is the identity: issuer, team and subject. An address is never looked at, so that nobody gets into an
/// account by having, or having had, its address.
enum AccountMatch: Equatable, Sendable {
    /// The person's own account.
    case known(Account)
    /// A new account under this id.
    case new(AccountID)
    /// The account is there but may not be used.
    case disabled

    /// Decides.
    ///
    /// - Parameters:
    ///   - identity: the stored identity, if this person was here before.
    ///   - account: the account to which the identity points, if it is there.
    ///   - freshID: a random id for an account to be made.
    static func decide(identity: AppleIdentity?, account: Account?, freshID: AccountID) -> AccountMatch {
        guard let identity else { return .new(freshID) }
        // An identity whose account is gone is left from a deletion that was cut short: the person starts anew,
        // under the id to which the identity points, instead of failing for ever.
        guard let account, account.id == identity.accountID else { return .new(identity.accountID) }
        return account.disabledAt == nil ? .known(account) : .disabled
    }
}
