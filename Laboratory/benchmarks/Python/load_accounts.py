"""Fills an account database with people: N accounts, each with an identity at Apple and three sessions.

The rows equal those that `siwa serve` would write, except for their age, and nobody holds their tokens. Ids come from a
seeded generator, so that two runs load the same rows. The database must have been created by `siwa migrate` or
`siwa serve`, and must not be in use. Prints one line of JSON: rows, seconds, and the bytes of accounts and sessions.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import time

DAY = 86_400_000
TEAM = "TEAM000001"


class People:
    """Accounts ordered by id and sessions ordered by time, the order of their B-trees."""

    def __init__(self, accounts, sessions_each, now):
        draw = random.Random(1)
        self.accounts = sorted(draw.randbytes(16) for _ in range(accounts))
        self.identities = sorted((draw.randbytes(16), account) for account in self.accounts)
        self.sessions_each = sessions_each
        self.now = now
        self.draw = draw

    def account_rows(self):
        for number, account in enumerate(self.accounts):
            is_relay = number % 3 == 0
            email = f"r{number:07d}xyz@" if is_relay else f"person{number}@example.com"
            yield (account, "Given", f"Family{number}", email, 1, int(is_relay), self.now - 30 * DAY - number, 0)

    def identity_rows(self):
        for number, (identity, account) in enumerate(self.identities):
            subject = f"{number:06d}.{identity.hex()}.{number % 10_000:04d}"
            yield (identity, account, None, TEAM, subject, self.now - 30 * DAY - number, 0)

    def link_rows(self):
        return sorted((account, identity) for identity, account in self.identities)

    def session_rows(self):
        count = len(self.accounts) * self.sessions_each
        for number in range(count):
            created = self.now - 30 * DAY + number * 30 * DAY // count
            expires = created + 60 * DAY
            yield (
                created.to_bytes(6, "big") + self.draw.randbytes(10),
                self.draw.choice(self.accounts),
                "app",
                0,
                created,
                created,
                0,
                0,
                -1,
                created,
                expires,
                expires // DAY,
            )


TABLES = {
    "accounts": ("id, given_name, family_name, email, is_email_verified, is_private_email, created_at, has_own_name", "account_rows"),
    "identities": ("id, account_id, issuer, team_id, subject, created_at, is_forwarding_off", "identity_rows"),
    "account_identities": ("account_id, identity_id", "link_rows"),
    "sessions": (
        (
            "id, account_id, client_id, platform, created_at, authenticated_at, counter, first_counter, used_counter, renewed_at, "
            "expires_at, expiry_day"
        ),
        "session_rows",
    ),
}


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


class SQLite:
    def __init__(self, path):
        if not os.path.exists(path):
            sys.exit(f"load_accounts: {path} is not there; make it with `siwa migrate`")
        self.path = path
        self.connection = sqlite3.connect(path, isolation_level=None)
        for setting in ("synchronous=OFF", "cache_size=-1000000", "wal_autocheckpoint=100000"):
            self.connection.execute(f"PRAGMA {setting}")

    def load(self, table, columns, rows):
        places = ",".join("?" * (columns.count(",") + 1))
        self.connection.execute("BEGIN")
        self.connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows)
        self.connection.execute("COMMIT")

    def size(self):
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return os.path.getsize(self.path)

    def finish(self):
        self.connection.execute("ANALYZE")
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.close()


class PostgreSQL:
    BOOLEANS = {"is_email_verified", "is_private_email", "has_own_name", "is_forwarding_off"}

    def __init__(self, url):
        self.url = url

    def psql(self, statement):
        done = subprocess.run(
            ["psql", "--no-psqlrc", "-qAtX", "-v", "ON_ERROR_STOP=1", self.url, "-c", statement], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def load(self, table, columns, rows):
        names = columns.split(", ")
        booleans = {place for place, name in enumerate(names) if name in self.BOOLEANS}
        with subprocess.Popen(
            ["psql", "--no-psqlrc", "-qX", "-v", "ON_ERROR_STOP=1", self.url, "-c", f"COPY {table} ({columns}) FROM STDIN"],
            stdin=subprocess.PIPE,
            text=True,
        ) as process:
            for row in rows:
                process.stdin.write("\t".join(self.text(value, place in booleans) for place, value in enumerate(row)) + "\n")
        if process.returncode != 0:
            sys.exit(f"load_accounts: psql could not load {table}")

    @staticmethod
    def text(value, is_boolean):
        if value is None:
            return "\\N"
        if is_boolean:
            return "t" if value else "f"
        return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value)

    def size(self):
        return int(self.psql("SELECT pg_database_size(current_database())"))

    def finish(self):
        self.psql("VACUUM ANALYZE")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--sessions-each", type=int, default=3)
    parser.add_argument("database", help="a SQLite file, or postgresql://…")
    arguments = parser.parse_args()
    started = time.monotonic()
    people = People(arguments.accounts, arguments.sessions_each, int(time.time() * 1_000))
    is_postgresql = arguments.database.startswith(("postgresql://", "postgres://"))
    database = PostgreSQL(arguments.database) if is_postgresql else SQLite(arguments.database)
    sizes = [database.size()]
    for table, (columns, rows) in TABLES.items():
        progress(f"loading {table}")
        if table == "sessions":
            sizes.append(database.size())
        database.load(table, columns, getattr(people, rows)())
    sizes.append(database.size())
    progress("counting")
    database.finish()
    progress("")
    sessions = arguments.accounts * arguments.sessions_each
    print(
        json.dumps(
            {
                "accounts": arguments.accounts,
                "sessions": sessions,
                "seconds": round(time.monotonic() - started, 1),
                "account_bytes": round((sizes[1] - sizes[0]) / arguments.accounts, 1),
                "session_bytes": round((sizes[2] - sizes[1]) / sessions, 1),
            }
        )
    )


main()
