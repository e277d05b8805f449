public import Foundation

/// Identities that wait for their person's answer: each is taken once.
public protocol LinkProofRecords {
    /// Stores a new proof; `conflict` when the identifier is taken.
    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure)
    /// The proof, expired or not, or `nil`.
    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof?
    /// Removes the proof and returns it; of many callers one gets it. `nil` when it is unknown, or expired at `moment`.
    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof?
    /// Removes every proof of the identity, and says how many.
    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int
    /// Removes at most `limit` proofs that expired before `moment` and returns them, ordered by identifier.
    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof]
}
