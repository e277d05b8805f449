"""300 sign-ins by five ways over three days, with kill -9: the daily numbers are those of the audit, and nothing counts twice.

One service runs on an SQLite file, two run on one PostgreSQL server. Their clocks are ahead of this machine's, a day more
each day. The audit is counted once more here, from its rows.
"""

import base64
import collections
import concurrent.futures
import contextlib
import csv
import datetime
import hashlib
import io
import json
import re
import sqlite3

import pytest

from harness import web
from harness.moved_clock import MovedClock
from harness.people import Person, Visitor
from harness.programs import siwa
from harness.relying_party import RelyingParty, provider
from harness.waiting import until

DAY = 86_400
ROUNDS = 20  # of five sign-ins, on each of the three days
PASSWORD = "correct horse battery"
COLUMNS = ["provider", "client", "platform", "detail"]
MEASURES = ["registration", "sign_in", "client_sign_in"]


class SQLite:
    def __init__(self, path):
        self.path = path

    def rows(self, statement):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as connection:
            return connection.execute(statement).fetchall()

    def audit(self):
        return [
            (int(time, 16), *rest) for time, *rest in self.rows("SELECT hex(substr(id, 1, 6)), event, reason, client, platform FROM audit")
        ]


class PostgreSQL:
    def __init__(self, database):
        self.database = database

    def rows(self, statement):
        return self.database.sql(statement)

    def audit(self):
        found = self.rows(
            "SELECT encode(substring(id FROM 1 FOR 6), 'hex'), event, coalesce(reason, '-'), coalesce(client, '-'),"
            " coalesce(platform::text, '-') FROM audit"
        )
        return [
            (int(time, 16), event, none(reason), none(client), none(platform) and int(platform))
            for time, event, reason, client, platform in found
        ]


def none(text):
    return None if text == "-" else text


class World(MovedClock):
    """One service or two with everything that people can sign in with."""

    def __init__(self, folder, shop, **more):
        super().__init__(
            folder,
            rate_limits={"per_minute": 0, "backend_per_minute": 0},
            openid=provider(shop),
            passwords={"enabled": True, "scrypt_log_n": 12},
            numbers={"providers": ["phone"]},
            more_clients={"droid": {"id": "com.example.droid", "kind": "android"}},
            **more,
        )
        self.shop = shop
        self.seen = collections.Counter()  # what the counters of ended processes said

    def end(self):
        """Stops the services, after their counters were read."""
        for place in range(len(self.ports)):
            self.seen += counters(self.ports[place], self.operations)
        self.stop_services()


@pytest.fixture(params=["one", "two"])
def world(request, tmp_path):
    shop = RelyingParty("shop")
    if request.param == "one":
        world, rows = World(tmp_path, shop), SQLite(tmp_path / "accounts.sqlite")
    else:
        database = request.getfixturevalue("database")
        world, rows = World(tmp_path, shop, services=2, database=database.url), PostgreSQL(database)
    world.rows = rows
    try:
        world.start_all_later()
        world.numbers_key, world.operations = world.key("numbers:read", "numbers:write"), world.key("operations")
        yield world
    finally:
        world.stop()


def test_the_numbers_of_three_days_are_those_of_the_audit(world, tmp_path):
    people = Guests(world, tmp_path)
    for day in range(3):
        if day == 1:
            # Nobody can read what a killed process counted in memory.
            before = audit(world)
            with_a_kill(world, people)
            lost = audit(world) - before
        else:
            for number in range(ROUNDS):
                people.come(number % len(world.ports))
        # The last minutes are in the audit only, and are counted for the answer.
        until_counted(world)
        if day == 1:
            world.stop_services()
        else:
            world.end()
        world.pass_time(DAY)
        world.start_all_later()
    until_counted(world)
    assert len({key[0] for key in audit(world)}) >= 3 and sum(audit(world).values()) >= 3 * ROUNDS * 5
    kept = collections.Counter()
    for (_, measure, source, _, platform, detail), count in (audit(world) - lost).items():
        if measure == "sign_in":
            kept[source, platform, str(detail == "new").lower()] += count
    assert kept == world.seen, "the counters of Prometheus and the numbers differ"


def test_numbers_that_are_counted_while_processes_are_killed_count_nothing_twice(world, tmp_path):
    people = Guests(world, tmp_path)
    for number in range(ROUNDS):
        people.come(number % len(world.ports))
    expected = audit(world)
    world.stop_services()
    world.pass_time(DAY)
    for _ in range(5):
        world.start_all_later()
        for program in world.programs:
            program.kill()
    world.start_all_later()
    until(lambda: stored(world) == expected, "everything is counted")
    world.stop_services()
    world.start_all_later()
    assert [*numbers(world), stored(world)] == [expected] * (len(world.ports) + 1)
    # The command reads the same.
    days = sorted({key[0] for key in expected})
    shown = siwa(
        "numbers",
        "--config",
        world.configuration(),
        "--from",
        days[0],
        "--to",
        days[-1],
        "--csv",
        "--measures",
        ",".join(MEASURES),
        "--by",
        ",".join(COLUMNS),
    )
    assert shown.returncode == 0, shown
    read = {
        (row["start"], row["measure"], *(row[column] or None for column in COLUMNS)): int(row["count"])
        for row in csv.DictReader(io.StringIO(shown.stdout))
    }
    assert read == expected


def test_the_share_of_apple_among_all_logins_comes_out_of_one_command(world, tmp_path):
    """The figures with which an article ends: a third of all who registered, second among the logins, so many on Android."""
    for _ in range(3):
        assert Person(world).sign_in().status == 200
    assert by_browser(world, "droid", Visitor(world)).status == 303
    days = sorted({key[0] for key in audit(world)})
    for _ in range(2):
        for platform, count in (("native", 6), ("android", 1)):
            answer = world.send(
                "POST",
                "/v1/numbers/other-logins",
                token=world.numbers_key,
                body={
                    "day": days[0],
                    "provider": "phone",
                    "client": "app",
                    "platform": platform,
                    "registrations": count,
                    "sign_ins": count,
                },
            )
            assert answer.status == 204, answer
    question = f"/v1/numbers?from={days[0]}&to={days[-1]}&each=whole&measures=registration&by="
    found = world.backend(world.numbers_key, question + "provider,platform")
    assert [(row["provider"], row["platform"], row["count"], row["share"]) for row in found["rows"]] == [
        ("apple", "android", 1, 0.5),
        ("phone", "android", 1, 0.5),
        ("phone", "native", 6, 0.6667),
        ("apple", "native", 3, 0.3333),
    ]
    found = world.backend(world.numbers_key, question + "provider")
    assert [(row["provider"], row["count"]) for row in found["rows"]] == [("phone", 7), ("apple", 4)]


class Guests:
    """People who come in by an app, a browser, Android, a password, and through an OpenID client."""

    def __init__(self, world, folder):
        self.world, self.known = world, []
        users = folder / "users.jsonl"
        users.write_text(
            "".join(
                json.dumps({"external_id": f"user-{number}", "login_names": [f"user{number}"], "password_hash": stored_password(number)})
                + "\n"
                for number in range(ROUNDS)
            )
        )
        made = siwa("import", users, "--config", world.configuration())
        assert made.returncode == 0, made
        self.next = 0

    def come(self, place):
        """Five sign-ins at one service. Each has to be answered, unless the service dies."""
        self.next += 1
        with self.world.connect(place) as through:
            # Every second one by the app is somebody known.
            person = self.known.pop() if self.next % 2 == 0 and self.known else Person(self.world)
            served(person.sign_in(through), 200)
            self.known.append(person)
            visitor = Visitor(self.world)
            served(by_browser(self.world, "web", visitor, through), 303)
            served(self.world.shop.ask(through, self.world.shop.code(visitor, through)), 200)
            served(by_browser(self.world, "droid", Visitor(self.world), through), 303)
            served(
                through.send(
                    "POST", "/v1/password/sign-in", body={"client": "app", "name": f"user{self.next % ROUNDS}", "password": PASSWORD}
                ),
                200,
            )


def served(answer, status):
    assert answer is not None and answer.status == status, answer and (answer, answer.body)


def by_browser(world, client, visitor, through=None):
    begun = visitor.get(f"/web/sign-in?client={client}", through)
    served(begun, 303)
    return visitor.post(visitor.approve(begun.headers["Location"]), through)


def with_a_kill(world, people):
    """Sign-ins from several threads, during which one service dies and comes back."""

    def come(number):
        with contextlib.suppress(Exception):
            people.come(number % len(world.ports))

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        coming = [pool.submit(come, number) for number in range(ROUNDS)]
        until(lambda: sum(each.done() for each in coming) >= ROUNDS // 2, "half of the people came")
        world.programs[0].kill()
        world.start_later()
        concurrent.futures.wait(coming)
    for number in range(ROUNDS):
        people.come(number % len(world.ports))


def stored_password(number):
    salt = hashlib.sha256(b"salt%d" % number).digest()[:16]
    key = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=1024, r=8, p=1, dklen=32)
    return "$scrypt$ln=10,r=8,p=1$" + "$".join(base64.b64encode(part).decode().rstrip("=") for part in (salt, key))


def audit(world):
    """Counts the rows of the audit: how often each measure occurs on each day, by provider, client, platform and detail."""
    counted = collections.Counter()
    for time, event, reason, client, platform in world.rows.audit():
        day = datetime.datetime.fromtimestamp(time / 1000, datetime.timezone.utc).date().isoformat()
        where = client, None if platform is None else ["native", "web", "android", "openid"][platform]
        if event == "signed_in":
            source = "password" if reason == "password" else "apple"
            counted[day, "sign_in", source, *where, "new" if reason == "new" else "known"] += 1
            if reason == "new":
                counted[day, "registration", source, *where, None] += 1
        elif event == "client_signed_in":
            counted[day, "client_sign_in", "openid", *where, None] += 1
    return counted


def stored(world):
    """The daily numbers in the database."""
    start = datetime.date(1970, 1, 1)
    return collections.Counter(
        {
            ((start + datetime.timedelta(int(day))).isoformat(), measure, *(text or None for text in texts)): int(count)
            for day, measure, *texts, count in world.rows.rows(
                "SELECT day, measure, provider, client, platform, detail, count FROM daily_counts"
                " WHERE measure IN ('registration', 'sign_in', 'client_sign_in')"
            )
        }
    )


def until_counted(world):
    until(lambda: all(each == audit(world) for each in numbers(world)), "the numbers are those of the audit")


def numbers(world):
    """The daily numbers as a program reads them, from each of the services."""
    days = sorted({key[0] for key in audit(world)})
    question = f"from={days[0]}&to={days[-1]}&by={','.join(COLUMNS)}&measures={','.join(MEASURES)}"
    found = []
    for port in world.ports:
        answer = web.send(port, "GET", "/v1/numbers?" + question, token=world.numbers_key)
        assert answer is not None and answer.status == 200, answer
        found.append(
            collections.Counter(
                {(row["start"], row["measure"], *(row.get(column) for column in COLUMNS)): row["count"] for row in answer.json["rows"]}
            )
        )
    return found


SIGN_INS = re.compile(r'^siwa_sign_ins_total\{provider="(\w+)",platform="(\w+)",new="(\w+)"\} (\d+)$', re.M)


def counters(port, key):
    """What a process counted since its start."""
    answer = web.send(port, "GET", "/metrics", token=key)
    assert answer is not None and answer.status == 200, answer
    return collections.Counter({tuple(labels): int(count) for *labels, count in SIGN_INS.findall(answer.body.decode())})
