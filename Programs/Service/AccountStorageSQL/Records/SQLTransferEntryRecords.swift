package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordTransferEntry(ifNew entry: TransferEntry) throws(StorageFailure) -> Bool {
        try change(
            .insert,
            [
                .identifier(entry.identityID), .identifier(entry.transferID), .identifier(entry.accountID),
                .text(entry.identifier), .code(entry.state, among: entryCodes), .integer(entry.tries),
                .time(entry.dueAt), .text(entry.code), .identifier(entry.newIdentityID), .time(entry.settledAt),
            ]) == 1
    }

    package func findTransferEntry(
        _ id: AppTransferID, of identityID: IdentityID
    ) throws(StorageFailure) -> TransferEntry? {
        try first(.find, [.identifier(identityID), .identifier(id)], read: entry)
    }

    package func findTransferEntry(
        _ id: AppTransferID, identifier: String
    ) throws(StorageFailure) -> TransferEntry? {
        try first(.findByIdentifier, [.identifier(id), .text(identifier)], read: entry)
    }

    package func findTransferEntries(of accountID: AccountID) throws(StorageFailure) -> [TransferEntry] {
        try every(.findOfAccount, [.identifier(accountID)], read: entry)
    }

    package func findTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, after identityID: IdentityID?, limit: Int
    ) throws(StorageFailure) -> [TransferEntry] {
        try every(
            .findPage,
            [.identifier(id), .code(state, among: entryCodes), .after(identityID), .limit(limit)], read: entry)
    }

    package func takeTransferEntries(
        of id: AppTransferID, in state: TransferEntry.State, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [TransferEntry] {
        var due = try every(
            .findDue, [.identifier(id), .code(state, among: entryCodes), .time(moment), .limit(limit)], read: entry)
        for place in due.indices {
            due[place].dueAt = returnsAt.inWholeMilliseconds
            try change(.take, [.identifier(due[place].identityID), .identifier(id), .time(returnsAt)])
        }
        return due
    }

    package func changeTransferEntry(
        _ entry: TransferEntry, from state: TransferEntry.State
    ) throws(StorageFailure) -> Bool {
        try change(
            .settle,
            [
                .identifier(entry.identityID), .identifier(entry.transferID), .code(state, among: entryCodes),
                .text(entry.identifier), .code(entry.state, among: entryCodes), .integer(entry.tries),
                .time(entry.dueAt), .text(entry.code), .identifier(entry.newIdentityID), .time(entry.settledAt),
            ]) == 1
    }

    package func countTransferEntries(of id: AppTransferID) throws(StorageFailure) -> [TransferEntryCount] {
        try every(.count, [.identifier(id)]) { row throws(StorageFailure) in
            TransferEntryCount(state: try row.code(among: entryCodes), count: try row.count())
        }
    }

    package func removeTransferEntries(of id: AppTransferID, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeOfTransfer, [.identifier(id), .limit(limit)])
    }

    func moveTransferEntries(from accountID: AccountID, to other: AccountID) throws(StorageFailure) {
        try changeLater(.move, [.identifier(accountID), .identifier(other)])
    }

    func removeTransferEntries(of identity: AppleIdentity) throws(StorageFailure) {
        try changeLater(.removeOfIdentity, [.identifier(identity.id)])
        try changeLater(.removeOfNewIdentity, [.identifier(identity.accountID), .identifier(identity.id)])
    }

    func removeTransferEntries(ofAccount accountID: AccountID) throws(StorageFailure) {
        try changeLater(.removeOfAccount, [.identifier(accountID)])
    }
}

extension SQLStatement {
    /// A row may be in the way by its key or by its identifier.
    fileprivate static let insert = SQLStatement(
        """
        INSERT INTO transfer_entries (\(entries.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT DO NOTHING
        """)
    fileprivate static let find = entries.select("WHERE identity_id = $1 AND transfer_id = $2")
    fileprivate static let findByIdentifier = entries.select("WHERE transfer_id = $1 AND transfer_sub = $2")
    fileprivate static let findOfAccount = entries.select("WHERE account_id = $1 ORDER BY identity_id, transfer_id")
    fileprivate static let findPage = entries.select(
        "WHERE transfer_id = $1 AND state = $2 AND identity_id > $3 ORDER BY identity_id LIMIT $4")
    fileprivate static let findDue = SQLStatement { dialect in
        """
        SELECT \(entries.columns) FROM transfer_entries
        WHERE transfer_id = $1 AND state = $2 AND due_at <= $3 ORDER BY identity_id LIMIT $4
        """ + dialect.skippingLockedRows
    }
    fileprivate static let take = SQLStatement(
        "UPDATE transfer_entries SET due_at = $3 WHERE identity_id = $1 AND transfer_id = $2")
    fileprivate static let settle = SQLStatement(
        """
        UPDATE transfer_entries SET
            transfer_sub = $4, state = $5, tries = $6, due_at = $7, code = $8, new_identity_id = $9, settled_at = $10
        WHERE identity_id = $1 AND transfer_id = $2 AND state = $3 AND NOT EXISTS (
            SELECT 1 FROM transfer_entries AS other
            WHERE other.transfer_id = $2 AND other.transfer_sub = $4 AND other.identity_id <> $1
        )
        """)
    fileprivate static let count = SQLStatement(
        "SELECT state, count(*) FROM transfer_entries WHERE transfer_id = $1 GROUP BY state ORDER BY state")
    fileprivate static let move = SQLStatement("UPDATE transfer_entries SET account_id = $2 WHERE account_id = $1")
    fileprivate static let removeOfTransfer = entries.delete(
        """
        WHERE transfer_id = $1 AND identity_id IN
            (SELECT identity_id FROM transfer_entries WHERE transfer_id = $1 ORDER BY state, identity_id LIMIT $2)
        """)
    fileprivate static let removeOfIdentity = entries.delete("WHERE identity_id = $1")
    /// The other account's entry of a conflict stays.
    fileprivate static let removeOfNewIdentity = entries.delete("WHERE account_id = $1 AND new_identity_id = $2")
    fileprivate static let removeOfAccount = entries.delete("WHERE account_id = $1")
}

private let entries = SQLTable(
    name: "transfer_entries",
    columns: """
        identity_id, transfer_id, account_id, transfer_sub, state, tries, due_at, code, new_identity_id, settled_at
        """,
    key: "identity_id, transfer_id")

private func entry(_ row: inout SQLRow) throws(StorageFailure) -> TransferEntry {
    let identityID: IdentityID = try row.identifier()
    return TransferEntry(
        transferID: try row.identifier(), identityID: identityID, accountID: try row.identifier(),
        identifier: row.optionalText(), state: try row.code(among: entryCodes), tries: try row.count(),
        dueAt: try row.time(), code: row.optionalText(), newIdentityID: try row.optionalIdentifier(),
        settledAt: row.optionalTime())
}

/// A state is stored as its index in this list, so entries are only appended.
private let entryCodes: [TransferEntry.State] = [.waiting, .known, .exchanged, .arrived, .left, .failed, .conflict]
