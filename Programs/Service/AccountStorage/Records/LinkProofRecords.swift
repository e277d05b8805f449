public import Foundation

/// Proven identities that wait for the person's answer. Each can be taken once.
public protocol LinkProofRecords {
    /// Stores a new proof; `conflict` if the identifier is taken.
    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure)
    /// Finds the proof, expired or not.
    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof?
    /// Removes and returns the proof; `nil` if it is unknown, or expired at `moment`. Only one concurrent caller gets
    /// it.
    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof?
    /// Removes every proof of the identity, and returns how many.
    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int
    /// Removes and returns at most `limit` proofs that expired before `moment`, ordered by identifier.
    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof]
}
