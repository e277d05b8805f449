/// The identities that lead to accounts.
public protocol IdentityRecords {
    /// The identity, or `nil`.
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity?
    /// The identity and the account that it leads to, if that is there; `nil` without the identity.
    func findIdentityAndAccount(
        _ id: IdentityID
    ) throws(StorageFailure) -> (identity: AppleIdentity, account: Account?)?
    /// Every identity that leads to the account, ordered by identifier.
    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity]
    /// Stores a new identity.
    ///
    /// One that is there with the same account, issuer, team and subject stays as it is; anything else is a `conflict`.
    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure)
    /// Has every identity of one account lead to another, and says how many; their grants and kept names go along.
    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Notes whether the person switched forwarding off, and says whether the identity is there.
    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool
    /// Removes the identity with its grants and its kept name, and says whether it was there.
    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool
}
