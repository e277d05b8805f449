internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity? {
        try first("SELECT \(columns) FROM foreign_identities WHERE id = ?", [id.stored], read: identity)
    }

    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity] {
        try every(
            "SELECT \(columns) FROM foreign_identities WHERE account_id = ? ORDER BY id", [accountID.stored],
            read: identity)
    }

    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.subject)
        let added = try change(
            "INSERT INTO foreign_identities (\(columns)) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            [
                identity.id.stored, identity.accountID.stored, identity.issuer, identity.subject,
                identity.createdAt.stored,
            ])
        guard added == 0 else { return }
        guard let known = try findForeignIdentity(identity.id), known.namesSame(as: identity) else { throw .conflict }
    }

    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(
            "UPDATE foreign_identities SET account_id = ? WHERE account_id = ?", [other.stored, accountID.stored])
    }

    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM foreign_identities WHERE id = ?", [id.stored]) == 1
    }
}

private let columns = "id, account_id, issuer, subject, created_at"

private func identity(_ row: Row) throws(StorageFailure) -> ForeignIdentity {
    ForeignIdentity(
        id: try row.identifier(0), accountID: try row.identifier(1), issuer: try row.text(2),
        subject: try row.text(3), createdAt: try row.time(4))
}
