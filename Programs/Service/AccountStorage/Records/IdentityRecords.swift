/// The identities with which people sign in to accounts.
public protocol IdentityRecords {
    /// Finds the identity.
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity?
    /// Finds everything that a sign-in needs to know about a person, whether or not they ever signed in.
    ///
    /// - Parameters:
    ///   - clientID: Apple's identifier of the client whose grant is meant.
    ///   - group: the group of apps that events about consent must concern.
    func findPerson(_ id: IdentityID, client clientID: String, group: String) throws(StorageFailure) -> StoredPerson
    /// Finds every identity of the account, ordered by identifier.
    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity]
    /// Finds at most `limit` identities of all teams, ordered by identifier.
    ///
    /// - Parameter id: for the next page, the identifier of the last identity.
    func findIdentities(after id: IdentityID?, limit: Int) throws(StorageFailure) -> [AppleIdentity]
    /// Stores a new identity.
    ///
    /// An existing one with the same account, issuer, team and subject is left unchanged; any other is a `conflict`.
    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure)
    /// Moves every identity of one account to another, with its grants, its kept name, its entries in transfers and what
    /// is known about the way of mail, and returns how many.
    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int
    /// Records whether the person switched forwarding off, and returns whether the identity exists.
    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool
    /// Records that the same person has another identity now, and returns whether the former one exists. The other one
    /// has not moved, or has come back.
    func recordMove(of id: IdentityID, to other: IdentityID) throws(StorageFailure) -> Bool
    /// Removes the identity with its grants, its kept name, its entries in transfers and what is known about the way of
    /// mail, and returns whether it existed.
    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool
}
