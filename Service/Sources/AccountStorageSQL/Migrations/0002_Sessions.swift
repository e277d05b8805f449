extension Migration {
    /// Sessions. New rows are appended, because their identifiers start with the time.
    ///
    /// `expiry_day` is the day of `expires_at`. A renewal that does not change it changes no index, so PostgreSQL can
    /// store the new row version on the same page (a heap-only tuple update). Pages leave a tenth of their space free
    /// for that.
    static let sessions = Migration(number: 2) { sql in
        """
        CREATE TABLE sessions (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            platform \(sql.code) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            authenticated_at \(sql.integer) NOT NULL,
            counter \(sql.integer) NOT NULL,
            renewed_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            expiry_day \(sql.integer) NOT NULL,
            ended_at \(sql.integer)
        )\(sql.updatedTable);
        CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day);
        CREATE INDEX sessions_by_end ON sessions (ended_at, id) WHERE ended_at IS NOT NULL;
        """
    }
}
