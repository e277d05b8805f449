"""A PostgreSQL server of the tests' own, which they stop, kill and slow down."""
import itertools
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Server:
    def __init__(self):
        # Serves until its input ends, be it with this process.
        self.process = subprocess.Popen(
            [ROOT / "Scripts" / "with-postgresql", "bash", "-c",
             'echo "$TEST_POSTGRESQL_URL $TEST_POSTGRESQL_CONTROL"; cat >/dev/null'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        words = self.process.stdout.readline().split()
        assert len(words) == 2, "the server did not start"
        self.url, self.program = words
        self.numbers = itertools.count(1)

    def control(self, *words):
        """stop, abort, kill or start: what Scripts/with-postgresql can do to it."""
        subprocess.run([self.program, *words], check=True, stdout=subprocess.DEVNULL)

    def sql(self, statement, database="postgres"):
        """The rows, each a list of texts."""
        result = subprocess.run(
            [self.program, "sql", statement, database], check=True, capture_output=True, text=True)
        return [line.split("|") for line in result.stdout.splitlines()]

    def sql_in_background(self, statement, database):
        return subprocess.Popen(
            [self.program, "sql", statement, database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def set(self, setting, value):
        """Changes a setting of the running server; returns when connections see it."""
        self.sql(f"ALTER SYSTEM SET {setting} = {value}")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: self.sql(f"SHOW {setting}") == [[value]], 60, f"{setting} = {value}")

    def new_database(self):
        """An empty database, and its address."""
        name = f"accounts_{next(self.numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return Database(self, name)

    def stop(self):
        self.process.stdin.close()
        self.process.wait(60)


class Database:
    def __init__(self, server, name):
        self.server, self.name = server, name
        self.url = server.url.rsplit("/", 1)[0] + "/" + name

    def sql(self, statement):
        return self.server.sql(statement, self.name)

    def number(self, statement):
        return int(self.sql(statement)[0][0])

    def drop_connections(self):
        """Ends every connection of a service, in mid-transaction or not."""
        return self.number(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname = '{self.name}' AND application_name = 'siwa'")


def until(is_so, seconds, what):
    """Waits until something is so, which has to be within so many seconds. Returns how long it took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return time.monotonic() - began
