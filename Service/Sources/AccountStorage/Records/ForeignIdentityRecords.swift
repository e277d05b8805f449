/// Identities at other providers: one belongs to one account.
public protocol ForeignIdentityRecords {
    /// The identity, or `nil`.
    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity?
    /// Every foreign identity of the account, ordered by identifier.
    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity]
    /// Stores a new identity.
    ///
    /// One that is there with the same account, issuer and subject stays as it is; anything else is a `conflict`.
    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure)
    /// Has every foreign identity of one account belong to another, and says how many.
    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Removes the identity, and says whether it was there.
    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool
}
