/// Apple's grants, held under an identity.
public protocol GrantRecords {
    /// The grant for this identity and client, or `nil`.
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant?
    /// Every grant of the identity, ordered by client.
    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant]
    /// Stores the grant, new or changed.
    func recordGrant(_ grant: AppleGrant) throws(StorageFailure)
}
