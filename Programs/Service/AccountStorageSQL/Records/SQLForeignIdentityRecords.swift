package import AccountStorage

extension SQLTransaction {
    package func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity? {
        try first(.find, [.identifier(id)], read: identity)
    }

    package func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity] {
        try every(.findOfAccount, [.identifier(accountID)], read: identity)
    }

    package func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        let added = try change(
            .insert,
            [
                .identifier(identity.id), .identifier(identity.accountID), .text(identity.issuer),
                .text(identity.subject), .time(identity.createdAt),
            ])
        guard added == 0 else { return }
        guard let known = try findForeignIdentity(identity.id), known.namesSame(as: identity) else { throw .conflict }
    }

    package func moveForeignIdentities(
        from accountID: AccountID, to other: AccountID
    ) throws(StorageFailure) -> Int {
        try change(.move, [.identifier(accountID), .identifier(other)])
    }

    package func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool {
        try change(.remove, [.identifier(id)]) == 1
    }
}

extension SQLStatement {
    fileprivate static let find = foreignIdentities.select("WHERE id = $1")
    fileprivate static let findOfAccount = foreignIdentities.select("WHERE account_id = $1 ORDER BY id")
    fileprivate static let insert = foreignIdentities.insert
    fileprivate static let move = SQLStatement("UPDATE foreign_identities SET account_id = $2 WHERE account_id = $1")
    fileprivate static let remove = foreignIdentities.delete("WHERE id = $1")
}

private let foreignIdentities = SQLTable(
    name: "foreign_identities", columns: "id, account_id, issuer, subject, created_at")

private func identity(_ row: inout SQLRow) throws(StorageFailure) -> ForeignIdentity {
    ForeignIdentity(
        id: try row.identifier(), accountID: try row.identifier(), issuer: try row.text(), subject: try row.text(),
        createdAt: try row.time())
}
