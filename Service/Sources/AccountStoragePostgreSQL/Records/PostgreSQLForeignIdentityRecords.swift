internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity? {
        try first("SELECT \(columns) FROM foreign_identities WHERE id = $1", [.identifier(id)], read: identity)
    }

    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity] {
        try every(
            "SELECT \(columns) FROM foreign_identities WHERE account_id = $1 ORDER BY id", [.identifier(accountID)],
            read: identity)
    }

    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.subject)
        let added = try change(
            "INSERT INTO foreign_identities (\(columns)) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
            [
                .identifier(identity.id), .identifier(identity.accountID), .text(identity.issuer),
                .text(identity.subject), .time(identity.createdAt),
            ])
        guard added == 0 else { return }
        guard let known = try findForeignIdentity(identity.id), known.namesSame(as: identity) else { throw .conflict }
    }

    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(
            "UPDATE foreign_identities SET account_id = $1 WHERE account_id = $2",
            [.identifier(other), .identifier(accountID)])
    }

    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM foreign_identities WHERE id = $1", [.identifier(id)]) == 1
    }
}

private let columns = "id, account_id, issuer, subject, created_at"

private func identity(_ row: PostgreSQLRow) throws(StorageFailure) -> ForeignIdentity {
    ForeignIdentity(
        id: try row.identifier(0), accountID: try row.identifier(1), issuer: try row.text(2),
        subject: try row.text(3), createdAt: try row.time(4))
}
