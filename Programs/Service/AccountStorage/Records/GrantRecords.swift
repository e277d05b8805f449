/// Apple's grants, stored under an identity.
public protocol GrantRecords {
    /// Finds the grant for this identity and client.
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant?
    /// Finds every grant of the identity, ordered by client.
    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant]
    /// Finds at most `limit` identities with a refresh token, after `id` and through `last`, ordered by identifier.
    ///
    /// - Parameter id: `nil` to start with the first one.
    func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID]
    /// Inserts or updates the grant.
    func recordGrant(_ grant: AppleGrant) throws(StorageFailure)
    /// Stores a replaced token, or replaces the one with its identifier.
    func recordReplacedGrant(_ grant: ReplacedGrant) throws(StorageFailure)
    /// Finds every replaced token of the identity, in the order in which they were replaced.
    func findReplacedGrants(of identityID: IdentityID) throws(StorageFailure) -> [ReplacedGrant]
    /// Removes a replaced token, and returns whether this call did so.
    func removeReplacedGrant(_ id: ReplacedGrantID) throws(StorageFailure) -> Bool
    /// Removes every grant of the identity and every replaced token, and returns how many grants it removed.
    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int
}
