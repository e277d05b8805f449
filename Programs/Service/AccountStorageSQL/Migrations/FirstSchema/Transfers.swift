/// The transfers of apps to other teams.
extension FirstSchema {
    /// A few rows. `clients` has Apple's identifiers with spaces between them.
    static func teamTransfers(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE team_transfers (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            issuer \(sql.text) NOT NULL,
            from_team \(sql.text) NOT NULL,
            to_team \(sql.text) NOT NULL,
            clients \(sql.text) NOT NULL,
            state \(sql.code) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            accepted_at \(sql.integer),
            deadline \(sql.integer),
            first_claim_at \(sql.integer),
            closed_at \(sql.integer)
        )\(sql.table);
        """
    }

    /// A row for each person. The key begins with the identity, so that rows are removed with it.
    static func transferEntries(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE transfer_entries (
            identity_id \(sql.bytes) NOT NULL,
            transfer_id \(sql.bytes) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            transfer_sub \(sql.key),
            state \(sql.code) NOT NULL,
            tries \(sql.integer) NOT NULL,
            due_at \(sql.integer) NOT NULL,
            code \(sql.text),
            new_identity_id \(sql.bytes),
            settled_at \(sql.integer),
            PRIMARY KEY (identity_id, transfer_id)
        )\(sql.table);
        CREATE UNIQUE INDEX transfer_entries_by_identifier ON transfer_entries (transfer_id, transfer_sub)
            WHERE transfer_sub IS NOT NULL;
        CREATE INDEX transfer_entries_by_state ON transfer_entries (transfer_id, state, identity_id);
        CREATE INDEX transfer_entries_by_account ON transfer_entries (account_id);
        """
    }
}
