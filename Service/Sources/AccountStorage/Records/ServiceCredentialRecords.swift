public import Foundation

/// What services of the operator show to be let in.
public protocol ServiceCredentialRecords {
    /// The credential, revoked or not, or `nil`.
    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential?
    /// Every credential, revoked or not, ordered by identifier.
    func findCredentials() throws(StorageFailure) -> [ServiceCredential]
    /// Stores a new credential; `conflict` when the identifier is taken.
    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure)
    /// Revokes the credential and says whether this call did: `false` when it is unknown or was revoked before.
    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool
}
