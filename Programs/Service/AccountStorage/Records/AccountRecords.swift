public import Foundation

/// Operations on accounts.
public protocol AccountRecords {
    /// Finds the account.
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account?
    /// Finds the account with exactly this external id, compared byte for byte.
    func findAccount(externalID: String) throws(StorageFailure) -> Account?
    /// Inserts or updates the account; `conflict` if another account has its external id.
    func recordAccount(_ account: Account) throws(StorageFailure)
    /// Removes the account and returns whether it existed. The caller removes its identities before, one by one.
    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool
    /// Finds at most `limit` accounts that are due to be erased at `moment` or earlier, longest overdue first.
    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID]
    /// Finds at most `limit` accounts with this address, ignoring the case of ASCII letters, ordered by identifier.
    ///
    /// For operators: an address is not a key, so this may read every account.
    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account]
    /// Finds at most `limit` accounts, ordered by identifier.
    ///
    /// - Parameter id: for the next page, the last account of the page before.
    func findAccountIDs(after id: AccountID?, limit: Int) throws(StorageFailure) -> [AccountID]
}
