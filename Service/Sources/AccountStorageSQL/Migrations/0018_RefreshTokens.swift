extension Migration {
    /// Which refresh tokens of a session are unused, and which was used last. `counter` is the number of the newest.
    ///
    /// In existing rows, the newest token is unused and the one before it was used. The defaults are right for sessions
    /// that were never renewed, so only the other rows are updated.
    static let refreshTokens = Migration(number: 18) { sql in
        """
        ALTER TABLE sessions ADD COLUMN first_counter \(sql.integer) NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN used_counter \(sql.integer) NOT NULL DEFAULT -1;
        UPDATE sessions SET first_counter = counter, used_counter = counter - 1 WHERE counter > 0;
        """
    }
}
