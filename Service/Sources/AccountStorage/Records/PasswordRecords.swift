public import Foundation

/// Passwords, and the names that are typed with them.
public protocol PasswordRecords {
    /// The password of the account, or `nil` where it has none.
    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword?
    /// Stores the account's one password, new or changed.
    func recordPassword(_ password: StoredPassword) throws(StorageFailure)
    /// Removes the account's password and says whether there was one.
    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool
    /// The name, or `nil`.
    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName?
    /// Every name that leads to the account, ordered by identifier.
    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName]
    /// Stores the name, new or changed; `conflict` where it leads to another account, or is another name.
    func recordLoginName(_ name: LoginName) throws(StorageFailure)
    /// Removes the name and says whether it was there.
    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool
    /// How often something was tried, or `nil`.
    func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries?
    /// Stores the count, new or changed.
    func recordTries(_ tries: PasswordTries) throws(StorageFailure)
    /// Removes the count and says whether there was one.
    func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool
    /// Removes at most `limit` counts that expired before `moment`, and says how many.
    func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
