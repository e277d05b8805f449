"""The programs and people of an app that moves to another team, for the tests of a transfer."""

import contextlib
import json
import sqlite3
import subprocess

from harness.emulator import APP, TEAM
from harness.keys import new_key, write_key
from harness.people import Person
from harness.programs import BUILT, siwa
from harness.system import System
from harness.waiting import until

BUYER, KEY = "TEAM000002", "TESTKEY002"
# What a run that is not dry writes.
TABLES = ["accounts", "identities", "grants", "audit", "account_events", "team_transfers", "transfer_entries"]
# As they are stored, by their places.
KINDS = ["waiting", "known", "exchanged", "arrived", "left", "failed", "conflict"]


class World(System):
    """One service, whose app moves from the team `example` to the team `acme`."""

    def __init__(self, folder, **more):
        self.buyer_key = write_key(folder / f"AuthKey_{KEY}.p8", new_key())
        super().__init__(
            folder,
            rate_limits={"per_minute": 0},
            apple={"call_seconds": 5},
            more_teams={"acme": {"team_id": BUYER, "keys": {KEY: {"private_key_file": str(self.buyer_key)}}}},
            teams={"acme": {"team_id": BUYER, "keys": {KEY: {"file": str(self.buyer_key)}}}},
            transfers={"sale": {"from": "example", "to": "acme", "clients": ["app", "web"]}},
            **more,
        )

    def transfer(self, *arguments, expecting=(0, 1)):
        ended = siwa("transfer", *arguments, "--config", self.configuration())
        assert ended.returncode in expecting, ended
        return ended

    def status(self):
        return json.loads(self.transfer("status", "--json").stdout)

    def run_with_kills(self, command, grows):
        """Starts a command that is killed three times, each after it made progress, and returns how often that was done.
        Apple's answers take a moment."""
        kills = 0
        self.fault(kind="delay", delay_ms=300)
        for _ in range(3):
            before = self.rows.in_state(grows)
            program = subprocess.Popen(
                [BUILT / "siwa", "transfer", command, "--rate", "2", "--config", self.configuration()],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            until(lambda: program.poll() is not None or self.rows.in_state(grows) > before, "the run moves")
            assert program.poll() is None, f"{command} ended by itself with {program.returncode}"
            program.kill()
            program.wait()
            kills += 1
            self.rows.let_time_pass()
        self.control("faults", method="DELETE")
        return kills

    def finish(self, command, waits):
        """Runs a command, twice at once, until nobody waits. Refused people are asked about on another day."""

        def is_over():
            # With faults, a thousand people take minutes.
            words = [BUILT / "siwa", "transfer", command, "--config", self.configuration()]
            programs = [subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(2)]
            for program in programs:
                said = program.communicate(timeout=3_600)[1]
                assert program.returncode in (0, 1, 4), (program.returncode, said[-2_000:])
            self.rows.let_time_pass()
            return self.rows.in_state(waits) == 0

        until(is_over, f"nobody is {waits}", seconds=7_200)

    def fault(self, **fault):
        self.control("faults", {"endpoint": "migration", "fault": fault})

    def hand_over(self):
        self.control("portal/transfers", {"team_id": TEAM, "bundle_id": APP, "to": BUYER})
        self.control("portal/transfers/accept", {"team_id": BUYER, "bundle_id": APP})


class Guest(Person):
    """A person who may hide the address."""

    def __init__(self, system, hides=False, key=None):
        super().__init__(system, key)
        self.shares_email = not hides


class Rows:
    """The tables of a service."""

    def count(self, table):
        return self.number(f"SELECT count(*) FROM {table}")

    def in_state(self, state):
        return self.number(f"SELECT count(*) FROM transfer_entries WHERE state = {KINDS.index(state)}")

    def let_time_pass(self):
        """What has to wait, for the end of a killed run's lease or for another day, is due now."""
        self.change("UPDATE transfer_entries SET due_at = 0")


class SQLite(Rows):
    def __init__(self, path):
        self.path = path

    def number(self, statement):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as connection:
            return connection.execute(statement).fetchone()[0]

    def everything(self):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as connection:
            return {table: sorted(map(repr, connection.execute(f"SELECT * FROM {table}"))) for table in TABLES}

    def change(self, statement):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as connection, connection:
            connection.execute(statement)


class PostgreSQL(Rows):
    def __init__(self, database):
        self.number, self.change = database.number, database.sql

    def everything(self):
        return {table: sorted(self.change(f"SELECT * FROM {table}")) for table in TABLES}


def signed_in(person):
    answer = person.sign_in()
    assert answer is not None and answer.status == 200, answer and (answer, answer.body)
    return person.account
