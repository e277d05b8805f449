public import Foundation

/// Kept names, stored under an identity until an account has them.
public protocol KeptNameRecords {
    /// Finds the name kept for this identity, expired or not.
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName?
    /// Stores the name, and replaces an existing one.
    func recordKeptName(_ name: KeptName) throws(StorageFailure)
    /// Removes the name, if there is one.
    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure)
    /// Removes at most `limit` names that expired before `moment`, and returns how many.
    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
