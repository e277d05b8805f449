public import Foundation

/// Accounts.
public protocol AccountRecords {
    /// The account, or `nil`.
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account?
    /// The account with exactly this external id, byte for byte, or `nil`.
    func findAccount(externalID: String) throws(StorageFailure) -> Account?
    /// Stores the account, new or changed; `conflict` when another one has its external id.
    func recordAccount(_ account: Account) throws(StorageFailure)
    /// Removes the account and says whether it was there. Its identities are removed one by one before.
    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool
    /// At most `limit` accounts that are to be erased at `moment` or earlier, the longest due first.
    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID]
    /// At most `limit` accounts with this address, whatever the case of its ASCII letters, ordered by identifier.
    ///
    /// For operators: an address is no key, so this may read every account.
    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account]
}
