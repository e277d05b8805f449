public import Foundation

/// The transfers of apps to other teams, and their people.
///
/// An entry belongs to an identity and to an account. It is removed with either, and with the identity of the account to
/// which it led, and goes to the other account when two are merged.
public protocol TransferRecords {
    /// Finds the transfer.
    func findTransfer(_ id: AppTransferID) throws(StorageFailure) -> AppTransfer?
    /// Finds every transfer, ordered by identifier.
    func findTransfers() throws(StorageFailure) -> [AppTransfer]
    /// Inserts or updates the transfer.
    func recordTransfer(_ transfer: AppTransfer) throws(StorageFailure)
    /// Stores an entry and returns `true`, unless the transfer has one for its identity, or one with its identifier.
    func recordTransferEntry(ifNew entry: TransferEntry) throws(StorageFailure) -> Bool
    /// Finds the entry of an identity.
    func findTransferEntry(
        _ id: AppTransferID, of identityID: IdentityID
    ) throws(StorageFailure) -> TransferEntry?
    /// Finds the entry that has this transfer identifier, compared byte for byte.
    func findTransferEntry(_ id: AppTransferID, identifier: String) throws(StorageFailure) -> TransferEntry?
    /// Finds every entry of an account, ordered by identity and transfer.
    func findTransferEntries(of accountID: AccountID) throws(StorageFailure) -> [TransferEntry]
    /// Finds at most `limit` entries of a transfer that are in a state, ordered by identity.
    ///
    /// - Parameter identityID: for the next page, the identity of the last entry.
    func findTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, after identityID: IdentityID?, limit: Int
    ) throws(StorageFailure) -> [TransferEntry]
    /// Takes at most `limit` entries of a transfer that are in a state and due at `moment`, ordered by identity, and returns
    /// them as they are now.
    ///
    /// Until `returnsAt`, only the caller has them. Then they are due again, in case that died.
    func takeTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [TransferEntry]
    /// Changes everything of an entry but its account, if it is in a state, and returns whether it did. Of concurrent
    /// callers, only one succeeds.
    ///
    /// `false` also if another entry of the transfer has the identifier.
    func changeTransferEntry(
        _ entry: TransferEntry, from state: TransferEntry.State
    ) throws(StorageFailure) -> Bool
    /// Counts the entries of a transfer in each state that has some, in the order of the states.
    func countTransferEntries(of id: AppTransferID) throws(StorageFailure) -> [TransferEntryCount]
    /// Removes at most `limit` entries of a transfer, in the order of their states and identities, and returns how many.
    func removeTransferEntries(of id: AppTransferID, limit: Int) throws(StorageFailure) -> Int
}
