"""The statements of `lean.py`: one connection and thread on SQLite, asyncpg on PostgreSQL with one round trip each."""

import asyncio
import sqlite3

TABLES = """
    CREATE TABLE IF NOT EXISTS users (id {id}, subject TEXT NOT NULL UNIQUE, email TEXT);
    CREATE TABLE IF NOT EXISTS used_nonces (nonce TEXT PRIMARY KEY, expires_at BIGINT NOT NULL){table};
    CREATE TABLE IF NOT EXISTS sessions (
        id {id}, user_id BIGINT NOT NULL, counter BIGINT NOT NULL, expires_at BIGINT NOT NULL);
"""


def opened(database):
    return OnPostgreSQL(database) if database.startswith("postgresql://") else OnSQLite(database)


class OnSQLite:
    def __init__(self, path):
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(TABLES.format(id="INTEGER PRIMARY KEY", table=" WITHOUT ROWID"))

    async def sign_in(self, nonce, nonce_expires_at, subject, email, expires_at):
        """Returns the ids of user and session, or None if the nonce was used before."""
        execute = self.database.execute
        execute("BEGIN IMMEDIATE")
        try:
            # A nonce can be used once. Used nonces are kept for as long as their attempts could live.
            execute("INSERT INTO used_nonces VALUES (?, ?)", (nonce, nonce_expires_at))
            known = execute("SELECT id FROM users WHERE subject = ?", (subject,)).fetchone()
            user = known[0] if known else execute("INSERT INTO users (subject, email) VALUES (?, ?)", (subject, email)).lastrowid
            session = execute("INSERT INTO sessions (user_id, counter, expires_at) VALUES (?, 0, ?)", (user, expires_at)).lastrowid
            execute("COMMIT")
        except sqlite3.Error:
            execute("ROLLBACK")
            return None
        return user, session

    async def rotate(self, session, counter, now):
        """Returns the id of the user, or None if the counter is not the session's."""
        rows = self.database.execute(
            "UPDATE sessions SET counter = counter + 1 WHERE id = ? AND counter = ? AND expires_at > ? RETURNING user_id",
            (session, counter, now),
        ).fetchall()
        return rows[0][0] if rows else None

    async def end(self, session):
        self.database.execute("DELETE FROM sessions WHERE id = ?", (session,))

    async def find(self, session, now):
        """Returns id and address of the user."""
        return self.database.execute(
            "SELECT users.id, email FROM sessions JOIN users ON users.id = user_id WHERE sessions.id = ? AND expires_at > ?", (session, now)
        ).fetchone()


class OnPostgreSQL:
    # If the nonce was used before, the first part returns no row, so no session is created. The person's row is found
    # or created.
    SIGN_IN = """
        WITH used AS (INSERT INTO used_nonces VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING nonce),
             known AS (SELECT id FROM users WHERE subject = $3),
             made AS (INSERT INTO users (subject, email) SELECT $3, $4 FROM used WHERE NOT EXISTS (SELECT FROM known)
                      RETURNING id)
        INSERT INTO sessions (user_id, counter, expires_at)
        SELECT person.id, 0, $5 FROM used, (SELECT id FROM known UNION ALL SELECT id FROM made) AS person
        RETURNING user_id, id
    """
    CONNECTIONS = 8

    def __init__(self, address):
        self.address, self.pool, self.opening = address, None, asyncio.Lock()

    async def opened(self):
        # Not before uvicorn's loop runs.
        if self.pool is None:
            import asyncpg

            async with self.opening:
                if self.pool is None:
                    made = await asyncpg.create_pool(self.address, min_size=self.CONNECTIONS, max_size=self.CONNECTIONS)
                    await made.execute(TABLES.format(id="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", table=""))
                    self.pool = made
        return self.pool

    async def sign_in(self, nonce, nonce_expires_at, subject, email, expires_at):
        row = await (await self.opened()).fetchrow(self.SIGN_IN, nonce, nonce_expires_at, subject, email, expires_at)
        return row and tuple(row)

    async def rotate(self, session, counter, now):
        return await (await self.opened()).fetchval(
            "UPDATE sessions SET counter = counter + 1 WHERE id = $1 AND counter = $2 AND expires_at > $3 RETURNING user_id",
            session,
            counter,
            now,
        )

    async def end(self, session):
        await (await self.opened()).execute("DELETE FROM sessions WHERE id = $1", session)

    async def find(self, session, now):
        return await (await self.opened()).fetchrow(
            "SELECT users.id, email FROM sessions JOIN users ON users.id = user_id WHERE sessions.id = $1 AND expires_at > $2", session, now
        )
