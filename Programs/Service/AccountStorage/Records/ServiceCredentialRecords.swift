public import Foundation

/// Credentials of the operator's services.
public protocol ServiceCredentialRecords {
    /// Finds the credential, revoked or not.
    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential?
    /// Finds every credential, revoked or not, ordered by identifier.
    func findCredentials() throws(StorageFailure) -> [ServiceCredential]
    /// Stores a new credential; `conflict` if the identifier is taken.
    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure)
    /// Revokes the credential and returns whether this call did so: `false` if it is unknown or was revoked before.
    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool
}
