"""The rehearsal of a transfer: an app moves to another team while people sign in, and nobody is lost.

People of every kind use the app: with a hidden address, with two Apple Accounts, who stopped using it before, deleted or closed
accounts, who never come again, who come in the seconds around the acceptance. Export and import are killed three times each,
the service restarts at the acceptance, and Apple fails, is late and loses answers meanwhile. --full does it with a thousand
people, and -s shows the figures.
"""
import collections
import concurrent.futures
import contextlib
import hashlib
import json
import sqlite3
import subprocess
import time

import pytest

from harness.emulator import APP, TEAM
from harness.keys import new_key, write_key
from harness.people import Person, Visitor
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
            folder, rate_limits={"per_minute": 0}, apple={"call_seconds": 5},
            more_teams={"acme": {"team_id": BUYER, "keys": {KEY: {"private_key_file": str(self.buyer_key)}}}},
            teams={"acme": {"team_id": BUYER, "keys": {KEY: {"file": str(self.buyer_key)}}}},
            transfers={"sale": {"from": "example", "to": "acme", "clients": ["app", "web"]}}, **more)

    def transfer(self, *arguments, expecting=(0, 1)):
        ended = siwa("transfer", *arguments, "--config", self.configuration())
        assert ended.returncode in expecting, ended
        return ended

    def status(self):
        return json.loads(self.transfer("status", "--json").stdout)

    def run_with_kills(self, command, grows):
        """Starts a command that is killed three times, each after it made progress. Apple's answers take a moment."""
        self.fault(kind="delay", delay_ms=300)
        for _ in range(3):
            before = self.rows.in_state(grows)
            program = subprocess.Popen(
                [BUILT / "siwa", "transfer", command, "--rate", "2", "--config", self.configuration()],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: program.poll() is not None or self.rows.in_state(grows) > before, "the run moves")
            assert program.poll() is None, f"{command} ended by itself with {program.returncode}"
            program.kill()
            program.wait()
            self.rows.let_time_pass()
        self.control("faults", method="DELETE")

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


@pytest.fixture(params=["sqlite", "postgresql"])
def world(request, tmp_path):
    if request.param == "sqlite":
        world, rows = World(tmp_path), SQLite(tmp_path / "accounts.sqlite")
    else:
        database = request.getfixturevalue("database")
        world, rows = World(tmp_path, database=database.url), PostgreSQL(database)
    world.rows, world.engine = rows, request.param
    try:
        world.start()
        yield world
    finally:
        world.stop()


def signed_in(person):
    answer = person.sign_in()
    assert answer is not None and answer.status == 200, answer and (answer, answer.body)
    return person.account


def everybody(people):
    """Signs many people in at the same time, and returns their accounts."""
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return dict(zip([person.key for person in people], pool.map(signed_in, people)))


def link_second(owner, second):
    """Adds another Apple Account to the owner's account. The owner goes on with a session of their own."""
    message = second.credential(token=owner.access, links_to_session=True)
    answer = second.submit(message, token=owner.access)
    assert answer is not None and answer.status == 200, answer and (answer, answer.body)
    assert second.account == owner.account == signed_in(owner)


class Figures:
    """How many people there were, and how long each step took."""

    def __init__(self, **facts):
        self.found, self.begun = facts, time.monotonic()

    def step(self, name):
        now = time.monotonic()
        self.found[name + "_seconds"] = round(now - self.begun, 1)
        self.begun = now

    def show(self, **facts):
        print("\nrehearsal: " + json.dumps(self.found | facts))


def test_nobody_is_lost_when_the_app_moves(world, rounds):
    count, late = rounds((60, 1), (1_000, 20))
    figures = Figures(engine=world.engine, people=count)
    people = [Guest(world, hides=number % 10 < 3) for number in range(count)]
    first = everybody(people)
    kinds = collections.deque(people)

    def take(share):
        return [kinds.popleft() for _ in range(max(1, count * share // 1_000))]

    left, deleted, closed, away, around, double = take(50), take(20), take(20), take(30), take(40), take(10)
    second = [Guest(world) for _ in double]
    for owner, other in zip(double, second):
        link_second(owner, other)
        first[other.key] = first[owner.key]
    for person in left:
        world.control("account/stop-using", {"person": person.key, "client": APP})
    for person in deleted:
        assert person.delete_account().status in (200, 202, 204)
    for person in closed:
        assert world.command("accounts", "disable", first[person.key]).returncode == 0
    accounts = world.rows.count("accounts")
    moving = count + len(double) - len(left) - len(deleted)
    figures.step("preparation")

    # The export, with failures of Apple's, late answers, and answers that are lost after they took effect.
    def trouble():
        world.fault(kind="status", status=429, retry_after=1, times=2)
        world.fault(kind="delay", delay_ms=6_000, share=0.1, times=late)
        world.fault(kind="hang_up", after_processing=True, share=0.05)

    world.run_with_kills("export", grows="known")
    trouble()
    world.finish("export", waits="waiting")
    world.control("faults", method="DELETE")
    said = world.status()
    assert said["state"] == "ready", said
    assert said["people"] == dict.fromkeys(KINDS, 0) | {"known": moving, "left": len(left)}
    assert said["at_risk"] == len(left)
    figures.step("export")

    # The acceptance, while people sign in and the service restarts.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        coming = [pool.submit(person.sign_in) for person in around[:len(around) // 2]]
        world.hand_over()
        coming += [pool.submit(person.sign_in) for person in around[len(around) // 2:]]
        world.restart()
        concurrent.futures.wait(coming)
    assert everybody(around) == {person.key: first[person.key] for person in around}
    said = world.status()
    assert said["state"] == "moved" and said["first_claim_at"] and said["deadline"]
    figures.step("acceptance")

    world.run_with_kills("import", grows="exchanged")
    trouble()
    world.finish("import", waits="known")
    world.control("faults", method="DELETE")
    said = world.status()
    assert said["state"] == "settled", said
    assert said["people"] == dict.fromkeys(KINDS, 0) | {
        "exchanged": moving - len(around), "arrived": len(around), "left": len(left)}
    figures.step("import")

    # Everybody is at their own account, and no session is lost.
    gone = left + deleted + closed
    present = [person for person in people if person not in gone + away]
    for person in present + away:
        answer = person.refresh()
        assert answer is not None and answer.status == 200, (person.key, answer and answer.body)
    assert everybody(present + second) == {person.key: first[person.key] for person in present + second}
    for person in closed:
        assert person.sign_in().status == 403
    assert world.rows.count("accounts") == accounts, "somebody has a second account"

    # Those who stopped using the app before have no claim. Whoever comes back is a new person of the new team.
    back = left[:(len(left) + 1) // 2]
    for person in back:
        assert signed_in(person) != first[person.key]
    assert world.rows.count("accounts") == accounts + len(back)

    report = world.folder / "missing.jsonl"
    world.transfer("report", "--output", report, expecting=(1,))
    missing = [json.loads(line) for line in report.read_text().splitlines()]
    assert sorted(line["account"] for line in missing) == sorted(first[person.key] for person in left)
    assert {(line["state"], line["code"]) for line in missing} == {("left", "invalid_request")}
    assert not any(set(line) - {"account", "external_id", "state", "code"} for line in missing)
    addresses = world.folder / "addresses.jsonl"
    world.transfer("report", "--with-addresses", "--output", addresses, expecting=(1,))
    written = [json.loads(line) for line in addresses.read_text().splitlines()]
    assert all("@" in line["email"] and line["email_hidden"] in (True, False) for line in written), written
    figures.step("checks")

    # What is over cannot be given up, and what failed can be tried again.
    world.transfer("accept", "--at", "2026-11-27T10:00:00Z", expecting=(1,))
    world.transfer("cancel", expecting=(1,))
    assert world.transfer("retry", "--code", "other").stdout.startswith("0 people")
    assert world.transfer("retry", "--code", "invalid_request").stdout.startswith(str(len(left)))
    world.transfer("close", expecting=(0,))
    assert world.status()["state"] == "closed"
    figures.show(
        moved=moving, arrived=len(around), exchanged=moving - len(around), left=len(left), second_accounts=len(back), kills=6,
        sessions_lost=0)


def test_a_dry_run_writes_nothing(world):
    signed_in(Person(world))
    world.stop_services()
    before = world.rows.everything()
    assert "1 person" in world.transfer("plan").stdout
    file = world.folder / "people.jsonl"
    assert "1 person uses the app" in world.transfer("export", "--output", file, "--dry-run").stderr
    assert not file.exists()
    assert world.rows.everything() == before
    assert world.rows.count("team_transfers") == world.rows.count("transfer_entries") == 0


def test_a_browser_finds_its_account_after_the_move(world):
    visitor = Visitor(world)
    assert visitor.walk().status == 303
    before = visitor.account()
    world.transfer("export")
    world.hand_over()
    again = Visitor(world, visitor.key)
    assert again.walk().status == 303 and again.account() == before


class Buyer(System):
    """The buyer's service, at the same Apple as the seller's. Its accounts have the external IDs of the seller's."""

    def __init__(self, folder, seller):
        folder.mkdir()
        super().__init__(
            folder, emulator=seller.emulator, rate_limits={"per_minute": 0},
            teams={"example": {
                "team_id": BUYER, "keys": {KEY: {"file": str(seller.buyer_key)}},
                "clients": {"app": {"id": APP, "kind": "native"}}}},
            transfers={"sale": {"from": TEAM, "to": "example", "clients": ["app"]}})
        self.rows = SQLite(folder / "accounts.sqlite")

    transfer, status = World.transfer, World.status

    def external_id(self, account):
        return self.backend(self.reader, f"/v1/accounts?account={account}")["account"]["external_id"]


@pytest.fixture
def seller(tmp_path):
    """The seller's service. Its configuration names the buyer's team only by its Team ID."""
    folder = tmp_path / "seller"
    folder.mkdir()
    seller = World(folder)
    seller.rows = SQLite(folder / "accounts.sqlite")
    seller.settings |= {"teams": {}, "transfers": {"sale": {"from": "example", "to": BUYER, "clients": ["app", "web"]}}}
    try:
        seller.start()
        yield seller
    finally:
        seller.stop()


@pytest.fixture
def buyer(tmp_path, seller):
    buyer = Buyer(tmp_path / "buyer", seller)
    try:
        buyer.start()
        buyer.reader = buyer.key("accounts:read")
        yield buyer
    finally:
        buyer.stop_services()


def written(lines):
    """A file of these lines, with a last line that fits."""
    count = {"entries": len(lines) - 2}
    body = json.dumps(json.loads(lines[0]) | count) + "\n" + "".join(lines[1:-1])
    end = json.loads(lines[-1]) | count | {"sha256": hashlib.sha256(body.encode()).hexdigest()}
    return body + json.dumps(end) + "\n"


def test_seller_and_buyer_are_two_services_and_pass_a_file(seller, buyer, tmp_path):
    key, people = seller.key("link"), [Guest(seller, hides=number % 2 == 0) for number in range(6)]
    for number, person in enumerate(people):
        ticket = seller.backend(key, "/v1/link-tickets", {"external_id": f"user-{number}"})["ticket"]
        answer = person.submit(person.credential(link_ticket=ticket))
        assert answer is not None and answer.status == 200, answer and answer.body
    file = tmp_path / "people.jsonl"
    seller.transfer("export", "--output", file, expecting=(0,))
    assert file.stat().st_mode & 0o777 == 0o600
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 8 and "@" not in whole
    assert not any(person.subject in whole for person in people), "Apple forbids the seller's subjects in the file"

    # A damaged file is refused by name, and nothing of it is used.
    damaged = tmp_path / "damaged.jsonl"
    for code, text in {
            "file_cut": "".join(lines[:-1]), "file_changed": "".join(lines[:1] + lines[2:]),
            "format_unknown": "".join(lines[1:]), "file_of_another_transfer": whole.replace(BUYER, "TEAM000003"),
            "personal_data": whole.replace('"account"', '"sub"'), "line_malformed": whole.replace("{", "[", 1)}.items():
        damaged.write_text(text)
        assert code in buyer.transfer("import", damaged, "--create", expecting=(2,)).stderr
    assert buyer.rows.count("accounts") == buyer.rows.count("transfer_entries") == 0

    # Two accounts exist, the others are made. Of a doubled line, neither is used.
    users = tmp_path / "users.jsonl"
    users.write_text("".join(
        json.dumps({"external_id": f"user-{number}", "email": f"user{number}@example.com"}) + "\n" for number in range(2)))
    buyer.command("import", users)
    assert buyer.rows.count("accounts") == 2
    seller.hand_over()
    doubled = lines[2].replace("user-", "other-")
    damaged.write_text(written([*lines[:-1], doubled, lines[-1]]))
    said = buyer.transfer("import", damaged, "--dry-run", "--external-ids").stderr
    assert said.count("transfer_sub_repeated") == 2 and "5 people in the file, 2 lines refused" in said, said
    # Somebody else may have an external ID by chance, so the accounts that exist have to be confirmed.
    refused = buyer.transfer("import", file, "--create", expecting=(2,)).stderr
    assert "2 people of the file" in refused and "--external-ids" in refused, refused
    assert buyer.rows.count("transfer_entries") == 0
    buyer.transfer("import", file, "--create", "--external-ids", expecting=(0,))
    said = buyer.status()
    assert said["state"] == "settled" and said["people"]["exchanged"] == 6, said
    assert buyer.rows.count("accounts") == 6
    watched = buyer.transfer("status", "--watch", expecting=(0,)).stdout
    assert "state        settled" in watched and "at risk      0" in watched

    # At the buyer's, each person is who they were at the seller's. Once more, the file changes nothing.
    for number, person in enumerate(people):
        account = signed_in(Guest(buyer, not person.shares_email, person.key))
        assert buyer.external_id(account) == f"user-{number}"
    buyer.transfer("import", file, "--create", expecting=(0,))
    assert buyer.rows.count("accounts") == 6 == buyer.status()["people"]["exchanged"]


def test_a_changed_team_is_noticed(world):
    signed_in(Person(world))
    world.settings["teams"] = {"example": {
        "team_id": BUYER, "keys": world.settings["teams"]["acme"]["keys"],
        "clients": {"app": {"id": APP, "kind": "native"}}}}
    del world.settings["transfers"]
    world.restart()
    until(lambda: f"people are stored under the team {TEAM}" in world.log.read_text(), "the log says it")
    assert "stored_team_unknown" in world.command("doctor", "check").stdout
