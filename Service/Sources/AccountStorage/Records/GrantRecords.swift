/// Apple's grants, held under an identity.
public protocol GrantRecords {
    /// The grant for this identity and client, or `nil`.
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant?
    /// Every grant of the identity, ordered by client.
    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant]
    /// At most `limit` identities with a token of Apple's, after `id` and up to `last`, ordered by identifier.
    ///
    /// - Parameter id: `nil` for the very first.
    func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID]
    /// Stores the grant, new or changed.
    func recordGrant(_ grant: AppleGrant) throws(StorageFailure)
    /// Removes every grant of the identity, and says how many.
    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int
}
