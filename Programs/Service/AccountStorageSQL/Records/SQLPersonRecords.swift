package import AccountStorage

extension SQLTransaction {
    package func findPerson(
        _ id: IdentityID, client clientID: String, group: String
    ) throws(StorageFailure) -> StoredPerson {
        let values: [SQLValue] = [
            .identifier(id), .text(clientID), .text(group), .code(.consent, among: topicCodes),
        ]
        let found = try first(.find, values) { row throws(StorageFailure) in
            let (consentEventAt, hasOutboxItems) = (row.optionalTime(), try row.flag())
            return StoredPerson(
                identity: try row.joined(identityWidth, read: readIdentity),
                account: try row.joined(accountWidth, read: readAccount),
                grant: try row.joined(grantWidth, read: readGrant),
                keptName: try row.joined(nameWidth, read: readKeptName), consentEventAt: consentEventAt,
                hasOutboxItems: hasOutboxItems)
        }
        // The statement has one row, whatever is stored.
        guard let found else { throw .corrupt }
        return found
    }
}

extension SQLStatement {
    fileprivate static let find = SQLStatement(
        """
        SELECT
            (
                SELECT occurred_at FROM received_notifications
                WHERE identity_id = $1 AND topic = $4 AND (app_group = $3 OR app_group IS NULL)
                ORDER BY occurred_at DESC LIMIT 1
            ),
            EXISTS (SELECT 1 FROM outbox WHERE identity_id = $1),
            \(SQLTable.listed([identityTable, accountTable, grantTable, keptNameTable]))
        FROM (SELECT 1) AS one
        LEFT JOIN identities ON identities.id = $1
        LEFT JOIN accounts ON accounts.id = identities.account_id
        LEFT JOIN grants ON grants.identity_id = $1 AND grants.client_id = $2
        LEFT JOIN kept_names ON kept_names.identity_id = $1
        """)
}

private let identityWidth = identityTable.width
private let grantWidth = grantTable.width
private let nameWidth = keptNameTable.width
