"""The rehearsal of a transfer: an app moves to another team while people sign in, and nobody is lost.

People of every kind use the app: with a hidden address, who stopped using it before, deleted or closed accounts, who never come
again, who come in the seconds around the acceptance. Export and import are killed three times each, the service restarts at the
acceptance, and Apple fails and loses answers meanwhile. --full does it with a thousand people.
"""
import collections
import concurrent.futures
import contextlib
import json
import sqlite3
import subprocess

import pytest

from harness.emulator import APP, TEAM
from harness.keys import new_key, write_key
from harness.people import Person, Visitor
from harness.programs import BUILT, siwa
from harness.system import System
from harness.waiting import until

BUYER, KEY = "TEAM000002", "TESTKEY002"


class World(System):
    """One service, whose app moves from the team `example` to the team `acme`."""

    def __init__(self, folder, **more):
        key_file = write_key(folder / f"AuthKey_{KEY}.p8", new_key())
        super().__init__(
            folder, rate_limits={"per_minute": 0},
            more_teams={"acme": {"team_id": BUYER, "keys": {KEY: {"private_key_file": str(key_file)}}}},
            teams={"acme": {"team_id": BUYER, "keys": {KEY: {"file": str(key_file)}}}},
            transfers={"sale": {"from": "example", "to": "acme", "clients": ["app", "web"]}}, **more)

    def transfer(self, *arguments, expecting=(0, 1)):
        ended = siwa("transfer", *arguments, "--config", self.configuration())
        assert ended.returncode in expecting, ended
        return ended

    def status(self):
        return json.loads(self.transfer("status", "--json").stdout)

    def run_with_kills(self, *arguments, waiting):
        """Runs a command that is killed three times, each after it made progress, and then to its end."""
        for _ in range(3):
            before = self.status()["people"][waiting]
            program = subprocess.Popen(
                [BUILT / "siwa", "transfer", *arguments, "--rate", "2", "--config", self.configuration()],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: program.poll() is not None or self.status()["people"][waiting] != before, "the run moves")
            program.kill()
            program.wait()

    def finish(self, *arguments, until_none_is):
        """Runs a command again until nobody is in a state. Leases of killed runs end after two minutes."""
        until(lambda: self.transfer(*arguments) and self.status()["people"][until_none_is] == 0,
              f"nobody is {until_none_is}", seconds=240)

    def fault(self, **fault):
        self.control("faults", {"endpoint": "migration", "fault": fault})

    def hand_over(self):
        self.control("portal/transfers", {"team_id": TEAM, "bundle_id": APP, "to": BUYER})
        self.control("portal/transfers/accept", {"team_id": BUYER, "bundle_id": APP})


class Guest(Person):
    """A person who may hide the address."""

    def __init__(self, system, hides):
        super().__init__(system)
        self.shares_email = not hides


class SQLite:
    def __init__(self, path):
        self.path = path

    def count(self, table):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as connection:
            return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


class PostgreSQL:
    def __init__(self, database):
        self.database = database

    def count(self, table):
        return int(self.database.sql(f"SELECT count(*) FROM {table}")[0][0])


@pytest.fixture(params=["sqlite", "postgresql"])
def world(request, tmp_path):
    if request.param == "sqlite":
        world, rows = World(tmp_path), SQLite(tmp_path / "accounts.sqlite")
    else:
        database = request.getfixturevalue("database")
        world, rows = World(tmp_path, database=database.url), PostgreSQL(database)
    world.rows = rows
    try:
        world.start()
        yield world
    finally:
        world.stop()


def signed_in(person):
    answer = person.sign_in()
    assert answer is not None and answer.status == 200, answer and (answer, answer.body)
    return person.account


def test_nobody_is_lost_when_the_app_moves(world, rounds):
    count = rounds(60, 1_000)
    people = [Guest(world, hides=number % 3 == 0) for number in range(count)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        first = dict(zip([person.key for person in people], pool.map(signed_in, people)))
    kinds = collections.deque(people)

    def take(share):
        return [kinds.popleft() for _ in range(max(1, count * share // 1_000))]

    left, deleted, closed, away, around = take(50), take(20), take(20), take(30), take(200)
    for person in left:
        world.control("account/stop-using", {"person": person.key, "client": APP})
    for person in deleted:
        assert person.delete_account().status in (200, 202, 204)
    for person in closed:
        assert world.command("accounts", "disable", first[person.key]).returncode == 0
    accounts = world.rows.count("accounts")

    # The export, with failures of Apple's and answers that are lost after they took effect.
    world.fault(kind="status", status=429, retry_after=1, times=2)
    world.fault(kind="hang_up", after_processing=True, share=0.05)
    world.run_with_kills("export", waiting="known")
    world.control("faults", method="DELETE")
    waiting = len(left)
    until(lambda: world.transfer("export") and world.status()["people"]["waiting"] <= waiting, "all are exported", 240)
    said = world.status()
    assert said["people"]["known"] == count - len(left) - len(deleted), said

    # The acceptance, while people sign in and the service restarts.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        coming = [pool.submit(person.sign_in) for person in around[:len(around) // 2]]
        world.hand_over()
        coming += [pool.submit(person.sign_in) for person in around[len(around) // 2:]]
        concurrent.futures.wait(coming)
        world.restart()
    for person in around:
        assert signed_in(person) == first[person.key]
    assert world.status()["state"] == "moved" and world.status()["first_claim_at"]

    world.fault(kind="hang_up", after_processing=True, share=0.05)
    world.run_with_kills("import", waiting="exchanged")
    world.control("faults", method="DELETE")
    world.finish("import", until_none_is="known")
    said = world.status()["people"]
    assert said["arrived"] == len(around)
    assert said["exchanged"] == count - len(left) - len(deleted) - len(around), said
    assert said["conflict"] == said["failed"] == 0

    # Everybody is at their own account, and no session is lost.
    present = [person for person in people if person not in left + deleted + closed + away]
    for person in present + away:
        answer = person.refresh()
        assert answer is not None and answer.status == 200, (person.key, answer and answer.body)
    for person in present:
        assert signed_in(person) == first[person.key]
    for person in closed:
        assert person.sign_in().status == 403
    assert world.rows.count("accounts") == accounts, "somebody has a second account"

    # Those who stopped before have no claim: each of them counts as a new person of the new team.
    report = world.folder / "missing.jsonl"
    world.transfer("report", "--output", report, expecting=(1,))
    missing = [json.loads(line) for line in report.read_text().splitlines()]
    assert sorted(line["account"] for line in missing) == sorted(first[person.key] for person in left)
    assert {line["code"] for line in missing} == {"invalid_request"}
    assert not any(set(line) - {"account", "external_id", "state", "code"} for line in missing)


def test_a_dry_run_writes_nothing(world):
    signed_in(Person(world))
    world.stop_services()
    before = world.rows.count("team_transfers"), world.rows.count("transfer_entries")
    assert "1 person" in world.transfer("plan").stdout
    assert "1 person uses the app" in world.transfer("export", "--dry-run").stderr
    assert (world.rows.count("team_transfers"), world.rows.count("transfer_entries")) == before == (0, 0)


def test_a_browser_finds_its_account_after_the_move(world):
    visitor = Visitor(world)
    assert visitor.walk().status == 303
    before = visitor.account()
    world.transfer("export")
    world.hand_over()
    again = Visitor(world, visitor.key)
    assert again.walk().status == 303 and again.account() == before


def test_the_file_of_the_seller_is_refused_when_it_was_damaged(world, tmp_path):
    signed_in(Person(world))
    signed_in(Person(world))
    file = tmp_path / "people.jsonl"
    world.transfer("export", "--output", file)
    assert file.stat().st_mode & 0o777 == 0o600
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 4 and "@" not in whole
    damaged = tmp_path / "damaged.jsonl"

    def refusal(text):
        damaged.write_text(text)
        ended = world.transfer("import", damaged, "--dry-run", expecting=(2,))
        return ended.stderr

    assert "file_cut" in refusal("".join(lines[:-1]))
    assert "file_changed" in refusal("".join(lines[:1] + lines[2:]))
    assert "format_unknown" in refusal("".join(lines[1:]))
    assert "file_of_another_transfer" in refusal(whole.replace(BUYER, "TEAM000003"))
    assert "personal_data" in refusal(whole.replace('"account"', '"sub"'))
    world.transfer("import", file, "--dry-run")


def test_a_changed_team_is_noticed(world):
    signed_in(Person(world))
    world.settings["teams"] = {"example": {
        "team_id": BUYER, "keys": world.settings["teams"]["acme"]["keys"],
        "clients": {"app": {"id": APP, "kind": "native"}}}}
    del world.settings["transfers"]
    world.restart()
    until(lambda: f"people are stored under the team {TEAM}" in world.log.read_text(), "the log says it")
    assert "stored_team_unknown" in world.command("doctor", "check").stdout
