"""The rehearsal of a transfer: an app moves to another team while people sign in, and nobody is lost.

People of every kind use the app: with a hidden address, with two Apple Accounts, who stopped using it before, deleted or closed
accounts, who never come again, who come in the seconds around the acceptance. Export and import are killed three times each,
the service restarts at the acceptance, and Apple fails, is late and loses answers meanwhile. --full does it with a thousand
people, and -s shows the figures.
"""

import collections
import concurrent.futures
import json
import time

import pytest

from harness.emulator import APP, TEAM
from harness.people import Person, Visitor
from harness.waiting import until
from moving_app import BUYER, KINDS, Guest, PostgreSQL, SQLite, World, signed_in


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


def test_nobody_is_lost_when_the_app_moves(world, rounds):  # noqa: PLR0915 - one story, in its order
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

    kills = world.run_with_kills("export", grows="known")
    trouble()
    world.finish("export", waits="waiting")
    world.control("faults", method="DELETE")
    said = world.status()
    assert said["state"] == "ready", said
    assert said["people"] == dict.fromkeys(KINDS, 0) | {"known": moving, "left": len(left)}
    assert said["at_risk"] == len(left)
    figures.step("export")

    # The acceptance, while people sign in and the service restarts. Their sessions from before go on.
    sessions = {person.key: person.refresh_token for person in around}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        coming = [pool.submit(person.sign_in) for person in around[: len(around) // 2]]
        world.hand_over()
        coming += [pool.submit(person.sign_in) for person in around[len(around) // 2 :]]
        world.restart()
        concurrent.futures.wait(coming)
    assert everybody(around) == {person.key: first[person.key] for person in around}
    said = world.status()
    assert said["state"] == "moved" and said["first_claim_at"] and said["deadline"]
    assert "transfer_not_settled" in world.transfer("close", expecting=(1,)).stderr
    figures.step("acceptance")

    kills += world.run_with_kills("import", grows="exchanged")
    trouble()
    world.finish("import", waits="known")
    world.control("faults", method="DELETE")
    said = world.status()
    assert said["state"] == "settled", said
    assert said["people"] == dict.fromkeys(KINDS, 0) | {"exchanged": moving - len(around), "arrived": len(around), "left": len(left)}
    figures.step("import")

    # Everybody is at their own account, and no session is lost.
    gone = left + deleted + closed
    present = [person for person in people if person not in gone + away]
    answers = {person.key: person.refresh() for person in present + away} | {
        f"{key}, from before": world.send("POST", "/v1/sessions/refresh", body={"refresh_token": token, "client": "app"})
        for key, token in sessions.items()
    }
    lost = {key: answer and answer.body for key, answer in answers.items() if answer is None or answer.status != 200}
    assert lost == {}
    assert everybody(present + second) == {person.key: first[person.key] for person in present + second}
    for person in closed:
        assert person.sign_in().status == 403
    assert world.rows.count("accounts") == accounts, "somebody has a second account"

    # Those who stopped using the app before have no claim. Whoever comes back is a new person of the new team.
    back = left[: (len(left) + 1) // 2]
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
    world.transfer("accept", "--at", "2026-01-01T10:00:00Z", expecting=(1,))
    world.transfer("cancel", expecting=(1,))
    assert world.transfer("retry", "--code", "other").stdout.startswith("0 people")
    assert world.transfer("retry", "--code", "invalid_request").stdout.startswith(str(len(left)))
    world.transfer("close", expecting=(0,))
    assert world.status()["state"] == "closed"
    figures.show(
        moved=moving,
        arrived=len(around),
        exchanged=moving - len(around),
        left=len(left),
        second_accounts=len(back),
        kills=kills,
        sessions_lost=len(lost),
    )


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


def test_after_the_sixty_days_nobody_is_asked_and_the_former_tokens_go(world):
    world.settings["housekeeping_seconds"] = 1
    world.restart()
    moved, late = Guest(world), Guest(world)
    first = everybody([moved, late])
    world.transfer("export", expecting=(0,))
    world.hand_over()
    assert signed_in(moved) == first[moved.key]
    held = "SELECT count(*) FROM grants WHERE sealed_refresh_token IS NOT NULL"
    assert world.rows.number(held) == 3

    long_ago = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 61 * 86_400))
    world.transfer("accept", "--at", long_ago, expecting=(0,))
    said = world.status()
    assert said["state"] == "expired" and said["days_left"] is None and said["other_team_tries"] >= 1, said
    assert said["people"]["known"] == said["people"]["arrived"] == 1, said
    assert "sixty days are over" in world.transfer("import", expecting=(3,)).stderr
    assert "transfer the app back and forth" in world.transfer("status", expecting=(0,)).stdout
    report = world.folder / "missing.jsonl"
    world.transfer("report", "--output", report, expecting=(1,))
    missing = [json.loads(line) for line in report.read_text().splitlines()]
    assert [(line["account"], line["state"]) for line in missing] == [(first[late.key], "known")]

    # Where the new team has a token, that of the former one goes. A deletion of the other account may still need it.
    world.transfer("close", expecting=(0,))
    until(lambda: world.rows.number(held) == 2, "the former team's token is removed")
    assert late.refresh().status == 200
    assert signed_in(moved) == first[moved.key]


def test_a_browser_finds_its_account_after_the_move(world):
    visitor = Visitor(world)
    assert visitor.walk().status == 303
    before = visitor.account()
    world.transfer("export")
    world.hand_over()
    again = Visitor(world, visitor.key)
    assert again.walk().status == 303 and again.account() == before


def test_a_changed_team_is_noticed(world):
    signed_in(Person(world))
    world.settings["teams"] = {
        "example": {"team_id": BUYER, "keys": world.settings["teams"]["acme"]["keys"], "clients": {"app": {"id": APP, "kind": "native"}}}
    }
    del world.settings["transfers"]
    world.restart()
    until(lambda: f"people are stored under the team {TEAM}" in world.log.read_text(), "the log says it")
    assert "stored_team_unknown" in world.command("doctor", "check").stdout
