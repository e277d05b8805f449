"""The example of a backend with its own users, in every language, with the running service and emulator."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from harness.keys import write_private
from harness.programs import INTERPRETERS, example, free_port, siwa
from harness.stand_in import StandIn
from harness.system import running
from harness.waiting import until
from harness.web import at_once

SCOPES = ("accounts:read", "accounts:write", "link", "operations")
ADA, SALT, HASH = 4711, b"salt", hashlib.scrypt(b"tea", salt=b"salt", n=16384, r=8, p=1)


class SQLiteUsers:
    """The shop's table in an SQLite file."""

    def __init__(self, file):
        self.file = file
        with self.open() as database:
            database.execute("CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, name UNIQUE, salt, hash)")
            database.execute("INSERT INTO users VALUES (?, 'ada', ?, ?)", (ADA, SALT, HASH))

    @contextlib.contextmanager
    def open(self):
        with contextlib.closing(sqlite3.connect(self.file, timeout=60)) as database, database:
            yield database

    def ids(self):
        with self.open() as database:
            return [row[0] for row in database.execute("SELECT id FROM users ORDER BY id")]


class JSONUsers:
    """The shop's table in a JSON file, in languages whose standard library has no database."""

    def __init__(self, file):
        self.file = file
        ada = {"id": ADA, "name": "ada", "salt": base64.b64encode(SALT).decode(), "hash": base64.b64encode(HASH).decode()}
        file.write_text(json.dumps({"last": ADA, "users": [ada], "heard": []}))

    def ids(self):
        return [user["id"] for user in json.loads(self.file.read_text())["users"]]


class Shop:
    """The example as a process, with one existing user: ada, whose password is `tea`."""

    def __init__(self, language, folder, siwa_url, siwa_key, secret, port):
        self.url, self.secret, self.log = f"http://127.0.0.1:{port}", secret, folder / "shop.log"
        self.siwa_key = siwa_key
        self.users = (SQLiteUsers if language == "Python" else JSONUsers)(folder / "shop.users")
        self.command = [*example(language, "shop_backend"), siwa_url, self.users.file, str(port)]
        self.environment = os.environ | {"SIWA_KEY": siwa_key, "WEBHOOK_SECRET": secret}

    def __enter__(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stderr=log, env=self.environment)
        until(lambda: self.process.poll() is not None or self.asks("/nowhere")[0] == 404, "the shop is open")
        assert self.process.poll() is None, self.log.read_text()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def asks(self, path, authorization=None, body=b"", **headers):
        """The status and JSON of the shop's answer. The status is 0 if the shop does not listen yet."""
        if authorization:
            headers["Authorization"] = authorization
        try:
            request = urllib.request.Request(self.url + path, body, headers)
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as refused:
            return refused.code, None
        except urllib.error.URLError:
            return 0, None

    def ticket(self, name, password):
        return self.asks("/ticket", "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode())

    def restart(self):
        self.__exit__()
        self.__enter__()

    def hears(self, body, event="event-1", second=None, secret=None, sent=None, **changed):
        """The status of the answer to a signed delivery. After it was signed, `sent` replaces the body, `changed` headers."""
        second = str(int(time.time()) if second is None else second)
        signed = f"{event}.{second}.".encode() + body
        code = hmac.digest(base64.b64decode((secret or self.secret).removeprefix("whsec_")), signed, "sha256")
        headers = {"id": event, "timestamp": second, "signature": "v1," + base64.b64encode(code).decode()} | changed
        headers = {f"webhook-{name}": value for name, value in headers.items()}
        return self.asks("/hooks/siwa", body=sent or body, **headers)[0]


@pytest.fixture(scope="module", params=list(INTERPRETERS))
def system(request, tmp_path_factory):
    """The service and a shop. The shop's address is none of the operator's, as on another machine."""
    folder = tmp_path_factory.mktemp("shop")
    secret = siwa("webhooks", "secret").stdout
    write_private(folder / "webhook.secret", secret.encode())
    port = free_port()
    webhooks = {"url": f"http://127.0.0.1:{port}/hooks/siwa", "secret_file": "webhook.secret"}
    with running(folder, rate_limits={"per_minute": 0}, webhooks=webhooks, operator_addresses=["203.0.113.7"]) as system:
        system.language = request.param
        with Shop(request.param, folder, system.url, system.key(*SCOPES), secret.strip(), port) as system.shop:
            yield system


@pytest.mark.parametrize("missing", SCOPES)
def test_a_shop_says_in_its_log_which_scope_its_key_lacks(system, missing, tmp_path):
    key, token = system.key(*(scope for scope in SCOPES if scope != missing)), system.sign_in(system.new_person())["access_token"]
    with Shop(system.language, tmp_path, system.url, key, system.shop.secret, free_port()) as shop:
        refused = shop.ticket("ada", "tea") if missing == "link" else shop.asks("/me", "Bearer " + token)
        said = shop.log.read_text()
    assert refused[0] == 503 and f"lacks the scope {missing}" in said
    assert key not in said and token not in said


def deletion(user):
    """The body of the event that tells the shop to remove this user."""
    return json.dumps({"type": "account.deleted", "data": {"external_id": str(user)}}).encode()


def test_only_the_shop_can_open_the_file_that_it_makes(system, tmp_path):
    shop = Shop(system.language, tmp_path, system.url, system.shop.siwa_key, system.shop.secret, free_port())
    shop.users.file.unlink()
    before = os.umask(0o022)
    try:
        with shop:
            assert shop.hears(deletion("nobody")) == 200
    finally:
        os.umask(before)
    assert shop.users.file.stat().st_mode & 0o077 == 0


def test_a_user_from_before_links_and_is_the_same_user_afterwards(system):
    shop = system.shop
    assert shop.ticket("ada", "coffee")[0] == shop.ticket("nobody", "tea")[0] == 401
    for bad in (None, "Basic ", "Basic YWRh", "Basic OnRlYQ==", "Basic /zp0ZWE=", "Basic !", "Bearer YWRhOnRlYQ=="):
        assert shop.asks("/ticket", bad)[0] == 401, bad
    status, ticket = shop.ticket("ada", "tea")
    assert status == 200
    first = system.sign_in("ada", link_ticket=ticket["ticket"])
    again = system.sign_in("ada")
    for session in (first, again):
        assert shop.asks("/me", "Bearer " + session["access_token"]) == (200, {"user": ADA})
    for bad in ("", "x.y.z", again["refresh_token"], again["apple"]):
        assert shop.asks("/me", "Bearer " + bad)[0] == 401, bad


def test_somebody_new_gets_a_user_of_the_shop_and_keeps_it(system):
    session = system.sign_in("ned")
    status, mine = system.shop.asks("/me", "Bearer " + session["access_token"])
    assert status == 200 and mine["user"] not in (ADA, None)
    assert system.shop.asks("/me", "Bearer " + system.sign_in("ned")["access_token"]) == (200, mine)
    # A user without a name and a password has no other way in.
    assert system.shop.ticket("", "")[0] == system.shop.ticket("None", "")[0] == 401


def test_who_leaves_is_gone_from_the_shop_because_the_service_told_it(system):
    session = system.sign_in("zoe")
    user = system.shop.asks("/me", "Bearer " + session["access_token"])[1]["user"]
    assert user in system.shop.users.ids()
    system.send("DELETE", "/v1/account", token=session["access_token"])
    until(lambda: user not in system.shop.users.ids(), "the shop is told")


def test_a_delivery_that_the_service_did_not_send_changes_nothing(system):
    shop, now = system.shop, int(time.time())
    before, body = shop.users.ids(), deletion(ADA)
    for signature in ("", "v1,", "v1,AAAA", "v1,é", "v1," + "A" * 43 + "=", "A" * 43 + "="):
        assert shop.hears(body, signature=signature) == 401, signature
    assert shop.asks("/hooks/siwa", body=body)[0] == 401
    assert shop.hears(b"{}", sent=body) == shop.hears(body, id="event-2") == shop.hears(body, timestamp=str(now - 9)) == 401
    assert shop.hears(body, secret="whsec_" + base64.b64encode(b"x" * 32).decode()) == 401
    # Signed, but repeated later than the service ever does, or from a clock that is ahead. Five minutes are allowed.
    assert shop.hears(body, second=now - 310) == 401
    assert shop.hears(body, second=int(time.time()) + 310) == 401
    assert shop.users.ids() == before and ADA in before


def test_a_delivery_that_comes_again_changes_nothing_also_after_a_restart(system):
    shop, event = system.shop, "event-" + str(time.time())
    mine = shop.asks("/me", "Bearer " + system.sign_in("ned")["access_token"])
    user = mine[1]["user"]
    assert shop.hears(deletion("nobody"), event) == 200
    assert shop.hears(deletion(user), event) == 200
    assert user in shop.users.ids()
    shop.restart()
    assert shop.hears(deletion(user), event) == 200
    assert user in shop.users.ids()
    assert shop.asks("/me", "Bearer " + system.sign_in("ned")["access_token"]) == mine
    assert shop.hears(deletion(user), event + "-2") == 200
    assert user not in shop.users.ids()


@pytest.fixture(params=list(INTERPRETERS))
def shop(request, stand_in, tmp_path):
    """A shop whose service is the stand-in."""
    secret = "whsec_" + base64.b64encode(b"s" * 32).decode()
    with Shop(request.param, tmp_path, stand_in.url, "siwa_key", secret, free_port()) as shop:
        yield shop


@pytest.fixture
def stand_in():
    with StandIn() as stand_in:
        yield stand_in


def test_many_requests_at_once_ask_for_keys_and_ended_sessions_once(shop, stand_in):
    stand_in.answers["/v1/accounts"] = [(200, {"external_id": "4711"})]
    good = "Bearer " + stand_in.token()
    assert at_once([lambda: shop.asks("/me", good)] * 16) == [(200, {"user": ADA})] * 16
    assert stand_in.count("/.well-known/jwks.json") == stand_in.count("/v1/ended-sessions") == 1


def test_an_id_that_the_service_may_know_goes_to_nobody_else(shop, stand_in):
    # The first answer is lost on its way.
    stand_in.answers |= {"/v1/accounts": [(200, {})], "/v1/accounts/name": [(500, None), (200, {})]}
    assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503
    status, mine = shop.asks("/me", "Bearer " + stand_in.token(claims={"sub": "account-2"}))
    first, second = stand_in.said
    assert status == 200 and second == {"account": "account-2", "external_id": str(mine["user"])}
    assert first["account"] == "account-1" and first["external_id"] != second["external_id"]


def test_a_503_leaves_a_line_in_the_log_that_says_why(shop, stand_in):
    taken = {"error": "external_id_taken", "message": "Another account has this external ID.\nReally."}
    stand_in.answers |= {"/v1/accounts": [(200, {})], "/v1/accounts/name": [(409, taken)]}
    assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503
    lines = [line for line in shop.log.read_text().splitlines() if "was answered 503" in line]
    assert len(lines) == 1 and "/v1/accounts/name was answered 409" in lines[0] and "external_id_taken" in lines[0]
    shop.log.write_text("")
    stand_in.__exit__()
    shop.restart()
    assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503
    assert "/me was answered 503" in shop.log.read_text()
    assert shop.siwa_key not in shop.log.read_text()


@pytest.mark.parametrize("status", [302, 307])
@pytest.mark.parametrize("path", ["/v1/accounts", "/v1/accounts/name"])
def test_a_redirect_takes_the_key_to_no_other_host(shop, stand_in, path, status):
    with StandIn() as other:
        stand_in.answers |= {"/v1/accounts": [(200, {})], "/v1/accounts/name": [(200, {})]}
        other.answers = dict(stand_in.answers)
        stand_in.answers[path] = [(status, other.url + path)]
        assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503
        assert other.asked == []


def test_a_service_that_cannot_be_asked_is_no_refusal(shop, stand_in):
    for answer in ((500, None), (404, {"error": "account_unknown"}), (200, None)):
        stand_in.answers["/v1/accounts"] = [answer]
        assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503, answer
    assert shop.ticket("ada", "tea")[0] == 503
    assert shop.ticket("ada", "coffee")[0] == shop.asks("/me", "Bearer " + stand_in.token(sign=lambda _: b"x"))[0] == 401
    shop.restart()
    stand_in.answers["/.well-known/jwks.json"] = [(200, {})]
    assert shop.asks("/me", "Bearer " + stand_in.token())[0] == 503
