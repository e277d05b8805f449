"""The two databases, seen from beside the service: where they are, and what stands in them."""
import contextlib
import pathlib
import re
import sqlite3
import textwrap
import urllib.parse
import uuid

SERVICE = pathlib.Path(__file__).resolve().parents[3]


class SQLite:
    """One file in a folder of its own, together with the service's keys."""

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
        """What the engine itself finds wrong."""
        found = [row[0] for row in self.rows("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found[:3]

    def schema(self):
        """Everything that the database says about its tables."""
        statements = self.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
        return [row[0] for row in statements] + self.rows("PRAGMA user_version")

    def make_older(self, version):
        """A database as it was when this step was released, without rows."""
        self.path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for step in migrations("AccountStorageSQLite")[:version]:
                connection.executescript(step)
            connection.execute(f"PRAGMA user_version = {version}")
            connection.execute(f"PRAGMA application_id = {0x53495741}")
        self.path.chmod(0o600)

    @staticmethod
    def bytes(number):
        return f"X'{number:032x}'"

    def drop(self):
        pass


class PostgreSQL:
    """One schema of its own on the server of Scripts/with-postgresql."""

    name = "postgresql"

    def __init__(self, server):
        self.server = server
        self.port = urllib.parse.urlsplit(server).port
        self.schema_name = "endurance_" + uuid.uuid4().hex
        self.address = f"{server}?options=-csearch_path%3D{self.schema_name}"
        with self.open(server) as connection:
            connection.execute(f"CREATE SCHEMA {self.schema_name}")

    @contextlib.contextmanager
    def open(self, address=None):
        import psycopg  # only where there is a server
        with psycopg.connect(address or self.address, autocommit=True) as connection:
            yield connection

    def rows(self, sql):
        with self.open() as connection:
            return connection.execute(sql).fetchall()

    def faults(self):
        return []

    def schema(self):
        return self.rows(
            "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
            f"WHERE table_schema = '{self.schema_name}' ORDER BY table_name, ordinal_position"
        ) + self.rows(
            f"SELECT replace(indexdef, '{self.schema_name}.', '') FROM pg_indexes "
            f"WHERE schemaname = '{self.schema_name}' ORDER BY indexname") + self.rows("SELECT version FROM schema_version")

    def make_older(self, version):
        with self.open() as connection:
            connection.execute(f"DROP SCHEMA {self.schema_name} CASCADE; CREATE SCHEMA {self.schema_name}")
            for step in migrations("AccountStoragePostgreSQL")[:version]:
                connection.execute(step)
            connection.execute(
                "CREATE TABLE schema_version (only_row smallint NOT NULL PRIMARY KEY, version integer NOT NULL)")
            connection.execute(f"INSERT INTO schema_version VALUES (1, {version})")

    @staticmethod
    def bytes(number):
        return f"decode('{number:032x}', 'hex')"

    def drop(self):
        with contextlib.suppress(Exception), self.open(self.server) as connection:
            connection.execute(f"DROP SCHEMA {self.schema_name} CASCADE")


def migrations(target):
    """The statements of every step, as the engine's target has them; steps that were released are never edited."""
    folder = SERVICE / "Sources" / target / "Migrations"
    return [statements(file.read_text()) for file in sorted(folder.glob("[0-9]*_*.swift"))]


def statements(step):
    """What stands in a step's text, in one line or in many."""
    many, one = re.search(r'sql: (?:"""\n(.*?)\n *"""|"([^"\n]*)")', step, re.DOTALL).groups()
    return one or textwrap.dedent(many)
