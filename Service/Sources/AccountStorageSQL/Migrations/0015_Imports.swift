extension Migration {
    /// Identities at other providers, and the progress of imports.
    static let imports = Migration(number: 15) { sql in
        """
        CREATE TABLE foreign_identities (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            issuer \(sql.key) NOT NULL,
            subject \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX foreign_identities_by_account ON foreign_identities (account_id);
        CREATE TABLE user_imports (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            position \(sql.integer) NOT NULL,
            lines \(sql.integer) NOT NULL,
            made \(sql.integer) NOT NULL,
            unchanged \(sql.integer) NOT NULL,
            conflicts \(sql.integer) NOT NULL,
            refused \(sql.integer) NOT NULL,
            started_at \(sql.integer) NOT NULL,
            finished_at \(sql.integer)
        )\(sql.table);
        """
    }
}
