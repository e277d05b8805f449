"""Writes the rows of sign-ins directly to SQLite, with a hundred sign-ins per durable commit: the least possible cost.

The rows of a sign-in are a used attempt, a session and a line of the audit, with their indexes. Prints the processor
time in microseconds for one sign-in, the median of seven rounds of two thousand.
"""

import os
import random
import sqlite3
import statistics
import tempfile
import time

PEOPLE = 50
SCHEMA = """
    CREATE TABLE attempts (id BLOB NOT NULL PRIMARY KEY, client TEXT NOT NULL, state INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions (
        id BLOB NOT NULL PRIMARY KEY, account_id BLOB NOT NULL, client_id TEXT NOT NULL, created_at INTEGER NOT NULL,
        counter INTEGER NOT NULL, expires_at INTEGER NOT NULL, expiry_day INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_account ON sessions (account_id);
    CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day);
    CREATE TABLE audit (
        id BLOB NOT NULL PRIMARY KEY, account_id BLOB, event TEXT NOT NULL, session_id BLOB, occurred_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX audit_by_account ON audit (account_id);
"""
CLAIM = "UPDATE attempts SET state = 1 WHERE id = ? AND state = 0"
SESSION = "INSERT INTO sessions VALUES (?, ?, 'app', ?, 0, ?, 20000)"
AUDIT = "INSERT INTO audit VALUES (?, ?, 'signed_in', ?, ?)"


def main():
    draw = random.Random(1)
    people = [draw.randbytes(16) for _ in range(PEOPLE)]
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite3.connect(os.path.join(folder, "rows.sqlite"), isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.executescript(SCHEMA)
        rounds = [measure(database, draw, people, number) for number in range(7)]
        database.close()
    print(f"{statistics.median(rounds):.2f}")


def measure(database, draw, people, number, count=2_000):
    moments = [1_790_000_000_000 + number * count + place for place in range(count)]
    attempts = [(moment.to_bytes(6, "big") + draw.randbytes(10),) for moment in moments]
    sessions = [(attempt[0], draw.choice(people), moment, moment) for attempt, moment in zip(attempts, moments)]
    lines = [(session[0], session[1], session[0], session[2]) for session in sessions]
    database.execute("BEGIN")
    database.executemany("INSERT INTO attempts VALUES (?, 'app', 0)", attempts)
    database.execute("COMMIT")
    before = time.process_time()
    for start in range(0, count, 100):
        part = slice(start, start + 100)
        database.execute("BEGIN IMMEDIATE")
        database.executemany(CLAIM, attempts[part])
        database.executemany(SESSION, sessions[part])
        database.executemany(AUDIT, lines[part])
        database.execute("COMMIT")
    return (time.process_time() - before) / count * 1e6


main()
