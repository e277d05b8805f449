internal import AccountStorage
internal import Foundation

extension ReferenceTransaction {
    func findTransfer(_ id: AppTransferID) -> AppTransfer? { rows.transfers[id] }
    func findTransfers() -> [AppTransfer] { rows.transfers.ordered() }
    func recordTransfer(_ transfer: AppTransfer) { rows.transfers[transfer.id] = transfer }

    func recordTransferEntry(ifNew entry: TransferEntry) -> Bool {
        let key = ReferenceEntryKey(identityID: entry.identityID, transferID: entry.transferID)
        guard rows.transferEntries[key] == nil, !isIdentifierTaken(by: entry) else { return false }
        rows.transferEntries[key] = entry
        return true
    }

    func findTransferEntry(_ id: AppTransferID, of identityID: IdentityID) -> TransferEntry? {
        rows.transferEntries[.init(identityID: identityID, transferID: id)]
    }

    func findTransferEntry(_ id: AppTransferID, identifier: String) -> TransferEntry? {
        rows.transferEntries.values.first { $0.transferID == id && $0.hasIdentifier(identifier) }
    }

    func findTransferEntries(of accountID: AccountID) -> [TransferEntry] {
        rows.transferEntries.ordered { $0.accountID == accountID }
    }

    func findTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, after identityID: IdentityID?, limit: Int
    ) -> [TransferEntry] {
        rows.transferEntries.ordered { entry in
            entry.transferID == id && entry.state == state && (identityID.map { $0 < entry.identityID } ?? true)
        }.limited(to: limit)
    }

    func takeTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, dueAt moment: Date, returnsAt: Date, limit: Int
    ) -> [TransferEntry] {
        let due = rows.transferEntries.ordered { $0.transferID == id && $0.state == state && $0.dueAt <= moment }
        return due.limited(to: limit).compactMap { entry in
            let key = ReferenceEntryKey(identityID: entry.identityID, transferID: id)
            _ = rows.transferEntries.edit(key) { $0.dueAt = returnsAt }
            return rows.transferEntries[key]
        }
    }

    func changeTransferEntry(_ entry: TransferEntry, from state: TransferEntry.State) -> Bool {
        guard !isIdentifierTaken(by: entry) else { return false }
        let key = ReferenceEntryKey(identityID: entry.identityID, transferID: entry.transferID)
        return rows.transferEntries.edit(key) {
            $0.state == state
        } _: {
            let accountID = $0.accountID
            $0 = entry
            $0.accountID = accountID
        }
    }

    func countTransferEntries(of id: AppTransferID) -> [TransferEntryCount] {
        TransferEntry.State.allCases.compactMap { state in
            let count = rows.transferEntries.values.count { $0.transferID == id && $0.state == state }
            return count == 0 ? nil : TransferEntryCount(state: state, count: count)
        }
    }

    func removeTransferEntries(of id: AppTransferID, limit: Int) -> Int {
        let removed = TransferEntry.State.allCases.flatMap { state in
            rows.transferEntries.ordered { $0.transferID == id && $0.state == state }
        }.limited(to: limit)
        for entry in removed {
            rows.transferEntries[.init(identityID: entry.identityID, transferID: entry.transferID)] = nil
        }
        return removed.count
    }

    private func isIdentifierTaken(by entry: TransferEntry) -> Bool {
        guard let identifier = entry.identifier else { return false }
        return rows.transferEntries.values.contains {
            $0.transferID == entry.transferID && $0.identityID != entry.identityID && $0.hasIdentifier(identifier)
        }
    }
}

extension TransferEntry {
    fileprivate func hasIdentifier(_ text: String) -> Bool {
        identifier?.utf8.elementsEqual(text.utf8) ?? false
    }
}
