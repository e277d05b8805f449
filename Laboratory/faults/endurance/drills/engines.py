"""Access to the two database engines without the service: their location and their content."""

import contextlib
import pathlib
import sqlite3
import urllib.parse

from harness import postgresql


class SQLite:
    """A file in its own folder, next to the service's keys."""

    name = "sqlite"
    port = 0

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "accounts.sqlite"
        self.address = str(self.path)

    @contextlib.contextmanager
    def open(self):
        connection = sqlite3.connect(f"file:{self.path}?mode=rw", uri=True, timeout=10, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()

    def rows(self, sql):
        with self.open() as connection:
            return connection.execute(sql).fetchall()

    def faults(self):
        """The faults that the engine itself finds."""
        found = [row[0] for row in self.rows("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found[:3]

    def schema(self):
        """The complete schema, as the database reports it."""
        statements = self.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
        return [row[0] for row in statements] + self.rows("PRAGMA user_version")

    def empty(self):
        """Replaces the database by one that is the program's own, without any step of the schema."""
        self.path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {0x53495741}")
        self.path.chmod(0o600)

    def drop(self):
        pass


class PostgreSQL:
    """A separate database on the server of Scripts/with-postgresql."""

    name = "postgresql"

    def __init__(self):
        self.database = postgresql.beside().new_database()
        self.address, self.port = self.database.url, urllib.parse.urlsplit(self.database.url).port

    @contextlib.contextmanager
    def open(self):
        import psycopg  # Installed only where there is a server.

        with psycopg.connect(self.address, autocommit=True) as connection:
            yield connection

    def rows(self, sql):
        with self.open() as connection:
            return connection.execute(sql).fetchall()

    def faults(self):
        return []

    def schema(self):
        return (
            self.rows(
                "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
                "WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
            )
            + self.rows("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname")
            + self.rows("SELECT version FROM schema_version")
        )

    def empty(self):
        with self.open() as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            connection.execute("CREATE TABLE schema_version (only_row smallint NOT NULL PRIMARY KEY, version integer NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (1, 0)")

    def drop(self):
        self.database.drop()
