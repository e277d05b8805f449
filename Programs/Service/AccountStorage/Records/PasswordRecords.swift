public import Foundation

/// Passwords, login names, and counts of tries.
public protocol PasswordRecords {
    /// Finds the account's password.
    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword?
    /// Inserts or updates the account's password.
    func recordPassword(_ password: StoredPassword) throws(StorageFailure)
    /// Removes the account's password and returns whether it had one.
    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool
    /// Finds the name.
    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName?
    /// Finds every name of the account, ordered by identifier.
    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName]
    /// Inserts or updates the name; `conflict` if its identifier belongs to another account or to another name.
    func recordLoginName(_ name: LoginName) throws(StorageFailure)
    /// Removes the name and returns whether it existed.
    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool
    /// Finds the count of tries.
    func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries?
    /// Inserts or updates the count.
    func recordTries(_ tries: PasswordTries) throws(StorageFailure)
    /// Removes the count and returns whether it existed.
    func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool
    /// Removes at most `limit` counts that expired before `moment`, and returns how many.
    func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
