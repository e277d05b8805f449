/// What a sign-in stores until it is done. The tables are small, because a row exists only for minutes; names are kept
/// for days, but only those of people without an account.
extension FirstSchema {
    /// `claimed_at` and `answer_hash` are the time and the hash of the answer that the attempt accepted, so that the
    /// same answer may arrive again. Identifiers start with the time, so expired attempts are found without an index.
    static func signInAttempts(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE sign_in_attempts (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            kind \(sql.code) NOT NULL,
            client \(sql.key) NOT NULL,
            browser_proof_hash \(sql.bytes),
            return_target \(sql.text),
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            state \(sql.code) NOT NULL,
            failures \(sql.integer) NOT NULL,
            claimed_at \(sql.integer),
            answer_hash \(sql.bytes),
            link_external_id \(sql.key),
            link_session_id \(sql.bytes),
            link_account_id \(sql.bytes),
            removes_password \(sql.flag) NOT NULL
        )\(sql.table);
        CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts (link_external_id)
            WHERE link_external_id IS NOT NULL;
        CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts (link_account_id)
            WHERE link_account_id IS NOT NULL;
        """
    }

    static func keptNames(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE kept_names (
            identity_id \(sql.bytes) NOT NULL PRIMARY KEY,
            sealed_name \(sql.bytes) NOT NULL,
            kept_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX kept_names_by_expiry ON kept_names (expires_at);
        """
    }

    static func linkTickets(_ sql: SQLDialect) -> String {
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
        """
    }

    /// Proven identities without an account. `session_id` is the session in which a person is asked whether to merge
    /// two accounts, and NULL for other questions.
    static func linkProofs(_ sql: SQLDialect) -> String {
        """
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
            expires_at \(sql.integer) NOT NULL,
            session_id \(sql.bytes)
        )\(sql.table);
        CREATE INDEX link_proofs_by_identity ON link_proofs (identity_id);
        CREATE INDEX link_proofs_by_expiry ON link_proofs (expires_at);
        """
    }

    /// Sign-ins to an account that waits for a decision. `session_id` is the session that begins once it is open.
    static func heldSignIns(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE held_sign_ins (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            identity_id \(sql.bytes) NOT NULL,
            session_id \(sql.bytes) NOT NULL,
            client \(sql.key) NOT NULL,
            return_target \(sql.text),
            proven_at \(sql.integer) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX held_sign_ins_by_account ON held_sign_ins (account_id);
        CREATE INDEX held_sign_ins_by_expiry ON held_sign_ins (expires_at);
        """
    }
}
