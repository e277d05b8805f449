extension Migration {
    /// Which refresh tokens of a session are out, beside the newest one's number in `counter`.
    ///
    /// Of an older row the newest token is out, and the one before it was used. The defaults are right for a session that was
    /// never renewed, so that only the others are written.
    static let refreshTokens = Migration(number: 18) { sql in
        """
        ALTER TABLE sessions ADD COLUMN first_counter \(sql.integer) NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN used_counter \(sql.integer) NOT NULL DEFAULT -1;
        UPDATE sessions SET first_counter = counter, used_counter = counter - 1 WHERE counter > 0;
        """
    }
}
