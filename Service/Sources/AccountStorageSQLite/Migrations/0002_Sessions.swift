extension Migration {
    /// Sessions, appended because their identifiers begin with the time.
    ///
    /// `expiry_day` is the day of `expires_at`: the index by which old sessions are found changes at most once a day
    /// for each session, not with every renewal.
    static let sessions = Migration(
        number: 2,
        sql: """
            CREATE TABLE sessions (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL,
                client_id TEXT NOT NULL,
                platform INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                authenticated_at INTEGER NOT NULL,
                counter INTEGER NOT NULL,
                renewed_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                expiry_day INTEGER NOT NULL,
                ended_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day);
            CREATE INDEX sessions_by_end ON sessions (ended_at, id) WHERE ended_at IS NOT NULL;
            """)
}
