"""Access to the two database engines without the service: their location and their content."""
import contextlib
import pathlib
import re
import sqlite3
import textwrap
import urllib.parse

from harness import postgresql
from harness.programs import ROOT


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

    def make_older(self, version):
        """Creates an empty database with the schema of this version."""
        self.path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for step in migrations("sqlite")[:version]:
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
        return self.rows(
            "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
            "WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
        ) + self.rows(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname"
        ) + self.rows("SELECT version FROM schema_version")

    def make_older(self, version):
        with self.open() as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            for step in migrations("postgreSQL")[:version]:
                connection.execute(step)
            connection.execute(
                "CREATE TABLE schema_version (only_row smallint NOT NULL PRIMARY KEY, version integer NOT NULL)")
            connection.execute(f"INSERT INTO schema_version VALUES (1, {version})")

    @staticmethod
    def bytes(number):
        return f"decode('{number:032x}', 'hex')"

    def drop(self):
        self.database.drop()


def migrations(engine):
    """The statements of every migration in an engine's dialect. Released migrations are never edited."""
    folder = ROOT / "Service" / "Sources" / "AccountStorageSQL"
    words = dialect((folder / "Statements" / "SQLDialect.swift").read_text(), engine)
    return [statements(file.read_text(), words) for file in sorted((folder / "Migrations").glob("[0-9]*_*.swift"))]


def dialect(source, engine):
    """The text that each name of a dialect stands for."""
    text = re.search(rf"static let {engine} = SQLDialect\((.*?)\n\n|$", source + "\n\n", re.DOTALL).group(1)
    words = {name: raw or plain for name, raw, plain in re.findall(r'(\w+):\s*(?:#"(.*?)"#|"([^"\n]*)")[,)]', text)}
    words["auditGuard"] = textwrap.dedent(re.search(r'auditGuard: """\n(.*?)\n *"""', text, re.DOTALL).group(1))
    return words


def statements(step, words):
    """The SQL in a migration's Swift source, on one line or several."""
    many, one = re.search(r'sql in\n *(?:"""\n(.*?)\n *"""|"([^"\n]*)")', step, re.DOTALL).groups()
    return re.sub(r"\\\(sql\.(\w+)\)", lambda name: words[name[1]], one or textwrap.dedent(many))
