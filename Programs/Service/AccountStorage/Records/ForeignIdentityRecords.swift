/// Identities at other providers. Each belongs to one account.
public protocol ForeignIdentityRecords {
    /// Finds the identity.
    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity?
    /// Finds every foreign identity of the account, ordered by identifier.
    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity]
    /// Stores a new identity.
    ///
    /// An existing one with the same account, issuer and subject is left unchanged; any other is a `conflict`.
    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure)
    /// Moves every foreign identity of one account to another, and returns how many.
    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Removes the identity and returns whether it existed.
    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool
}
