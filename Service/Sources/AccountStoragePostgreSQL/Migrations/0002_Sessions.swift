extension Migration {
    /// Sessions, appended because their identifiers begin with the time.
    ///
    /// `expiry_day` is the day of `expires_at`: as long as a renewal leaves it alone no index changes, so that the new
    /// row goes beside the old one (a "heap-only" update), for which pages keep a tenth of their room.
    static let sessions = Migration(
        number: 2,
        sql: """
            CREATE TABLE sessions (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                client_id text COLLATE "C" NOT NULL,
                platform smallint NOT NULL,
                created_at bigint NOT NULL,
                authenticated_at bigint NOT NULL,
                counter bigint NOT NULL,
                renewed_at bigint NOT NULL,
                expires_at bigint NOT NULL,
                expiry_day bigint NOT NULL,
                ended_at bigint
            ) WITH (fillfactor = 90);
            CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day);
            CREATE INDEX sessions_by_end ON sessions (ended_at, id) WHERE ended_at IS NOT NULL;
            """)
}
