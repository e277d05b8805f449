public import Foundation

/// First-time names, held under an identity until an account can hold them.
public protocol KeptNameRecords {
    /// The name kept for this identity, expired or not, or `nil`.
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName?
    /// Stores the name, in place of one that is there.
    func recordKeptName(_ name: KeptName) throws(StorageFailure)
    /// Removes the name, if there is one.
    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure)
    /// Removes at most `limit` names that expired before `moment`, and says how many.
    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
