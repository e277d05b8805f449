"""A PostgreSQL server for the tests, which can stop it, kill it and slow it down."""

import contextlib
import os
import subprocess
import uuid
from collections.abc import Iterator

from .programs import ROOT
from .shapes import StrPath
from .waiting import until

ENGINES = ["sqlite"] + (["postgresql"] if os.environ.get("TEST_POSTGRESQL_URL") else [])


class Server:
    def __init__(self, url: str, program: StrPath) -> None:
        """Takes the URL of an empty database on the server, and the control program of Scripts/with-postgresql."""
        self.url, self.program = url, program

    def control(self, *words: str) -> None:
        """Runs a command of Scripts/with-postgresql: stop, abort, kill or start."""
        subprocess.run([self.program, *words], check=True, stdout=subprocess.DEVNULL)

    def sql(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """Runs a statement and returns the rows, each a list of strings."""
        result = subprocess.run([self.program, "sql", statement, database], check=True, capture_output=True, text=True)
        return [line.split("|") for line in result.stdout.splitlines()]

    def sql_in_background(self, statement: str, database: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([self.program, "sql", statement, database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def set(self, setting: str, value: str) -> None:
        """Changes a setting of the running server, and returns once connections see it."""
        self.sql(f"ALTER SYSTEM SET {setting} = {value}")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: self.sql(f"SHOW {setting}") == [[value]], f"{setting} = {value}")

    def new_database(self) -> "Database":
        """Creates an empty database."""
        name = "accounts_" + uuid.uuid4().hex
        self.sql(f"CREATE DATABASE {name}")
        return Database(self, name)


def beside() -> Server:
    """The server that Scripts/with-postgresql started for this program."""
    return Server(os.environ["TEST_POSTGRESQL_URL"], os.environ["TEST_POSTGRESQL_CONTROL"])


@contextlib.contextmanager
def started() -> Iterator[Server]:
    """A new server, which stops when its standard input is closed, at the latest when this process ends."""
    with subprocess.Popen(
        [ROOT / "Scripts" / "with-postgresql", "bash", "-c", 'echo "$TEST_POSTGRESQL_URL $TEST_POSTGRESQL_CONTROL"; cat >/dev/null'],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        url, program = process.stdout.readline().split()
        yield Server(url, program)
        process.stdin.close()


class Database:
    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.url = server.url.rsplit("/", 1)[0] + "/" + name

    def sql(self, statement: str) -> list[list[str]]:
        return self.server.sql(statement, self.name)

    def number(self, statement: str) -> int:
        return int(self.sql(statement)[0][0])

    def drop_connections(self) -> int:
        """Ends every connection of the service, even in the middle of a transaction."""
        return self.number(
            f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{self.name}' AND application_name = 'siwa'"
        )

    def drop(self) -> None:
        """Drops the database, even if there are still connections to it."""
        self.server.sql(f"DROP DATABASE {self.name} WITH (FORCE)")
