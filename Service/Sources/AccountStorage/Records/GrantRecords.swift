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
    /// Removes every grant of the identity, and returns how many.
    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int
}
