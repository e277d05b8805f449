import AccountStorage

/// Which account a proven person gets.
///
/// The key is the identity: issuer, team and subject. An address is never looked at, so that nobody gets into an
/// account by having, or having had, its address.
enum AccountMatch: Equatable, Sendable {
    /// The person's own account.
    case known(Account)
    /// A new account under a fresh id.
    case new
    /// The account is there but may not be used.
    case disabled(DisabledReason?)
    /// The identity points to an account that is not there: the database is damaged.
    case missing

    /// Decides.
    ///
    /// A missing account is never made again: under its old id the sessions it had would come back to life, and an
    /// identity does not move to another account. Nothing here removes accounts, so the operator must look.
    ///
    /// - Parameters:
    ///   - identity: the stored identity, if this person was here before.
    ///   - account: the account to which the identity points, if it is there.
    static func decide(identity: AppleIdentity?, account: Account?) -> AccountMatch {
        guard let identity else { return .new }
        guard let account, account.id == identity.accountID else { return .missing }
        return account.disabledAt == nil ? .known(account) : .disabled(account.disabledReason)
    }
}
