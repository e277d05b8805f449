extension Migration {
    /// Links in progress: tickets, proven identities without an account, and attempts that link an identity.
    ///
    /// The tables are small, because a row exists only for minutes.
    static let linking = Migration(number: 10) { sql in
        """
        CREATE TABLE link_tickets (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            external_id \(sql.key) NOT NULL,
            label \(sql.text),
            credential_id \(sql.bytes) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX link_tickets_by_external_id ON link_tickets (external_id);
        CREATE INDEX link_tickets_by_expiry ON link_tickets (expires_at);
        CREATE TABLE link_proofs (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            identity_id \(sql.bytes) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            issuer \(sql.key) NOT NULL,
            team_id \(sql.key) NOT NULL,
            subject \(sql.key) NOT NULL,
            client \(sql.key) NOT NULL,
            return_target \(sql.text),
            sealed_facts \(sql.bytes) NOT NULL,
            proven_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX link_proofs_by_identity ON link_proofs (identity_id);
        CREATE INDEX link_proofs_by_expiry ON link_proofs (expires_at);
        ALTER TABLE sign_in_attempts ADD COLUMN link_external_id \(sql.key);
        ALTER TABLE sign_in_attempts ADD COLUMN link_session_id \(sql.bytes);
        ALTER TABLE sign_in_attempts ADD COLUMN link_account_id \(sql.bytes);
        CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts (link_external_id)
            WHERE link_external_id IS NOT NULL;
        CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts (link_account_id)
            WHERE link_account_id IS NOT NULL;
        """
    }
}
