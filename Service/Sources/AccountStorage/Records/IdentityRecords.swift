/// The identities with which people sign in to accounts.
public protocol IdentityRecords {
    /// Finds the identity.
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity?
    /// Finds the identity, and its account if that exists; `nil` if the identity does not exist.
    func findIdentityAndAccount(
        _ id: IdentityID
    ) throws(StorageFailure) -> (identity: AppleIdentity, account: Account?)?
    /// Finds every identity of the account, ordered by identifier.
    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity]
    /// Stores a new identity.
    ///
    /// An existing one with the same account, issuer, team and subject is left unchanged; any other is a `conflict`.
    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure)
    /// Moves every identity of one account to another, with its grants and its kept name, and returns how many.
    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Records whether the person switched forwarding off, and returns whether the identity exists.
    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool
    /// Removes the identity with its grants and its kept name, and returns whether it existed.
    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool
}
