public import Foundation

/// Sign-ins whose account waits for a decision.
public protocol HeldSignInRecords {
    /// Stores a new held sign-in; `conflict` if the identifier is taken.
    func recordHeldSignIn(_ held: HeldSignIn) throws(StorageFailure)
    /// Finds the held sign-in, expired or not.
    func findHeldSignIn(_ id: HeldSignInID) throws(StorageFailure) -> HeldSignIn?
    /// Removes every held sign-in of the account, and returns how many.
    func removeHeldSignIns(of accountID: AccountID) throws(StorageFailure) -> Int
    /// Removes at most `limit` held sign-ins that expired before `moment`, and returns how many.
    func removeExpiredHeldSignIns(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
