"""Examples/Python/shop_backend.py, a backend with its own users, with the running service and emulator."""
import base64
import contextlib
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from harness.programs import ROOT, free_port, siwa
from harness.system import running
from harness.waiting import until

SHOP = ROOT / "Examples" / "Python" / "shop_backend.py"


class Shop:
    """The example as a process, with one existing user: ada, whose password is `tea`."""

    def __init__(self, folder, system, secret, port):
        self.url, self.users = f"http://127.0.0.1:{port}", folder / "shop.sqlite"
        with self.open() as database:
            database.execute("CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, name UNIQUE, salt, hash)")
            database.execute("INSERT INTO users VALUES (4711, 'ada', ?, ?)", (
                b"salt", hashlib.scrypt(b"tea", salt=b"salt", n=16384, r=8, p=1)))
        self.process = subprocess.Popen(
            [sys.executable, SHOP, system.url, self.users, str(port)], stderr=open(folder / "shop.log", "wb"),
            env=os.environ | {"SIWA_KEY": system.key("link", "accounts:read", "accounts:write"), "WEBHOOK_SECRET": secret})
        until(lambda: self.asks("/nowhere")[0] == 404, "the shop is open")

    @contextlib.contextmanager
    def open(self):
        with contextlib.closing(sqlite3.connect(self.users, timeout=60)) as database, database:
            yield database

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

    def ids(self):
        with self.open() as database:
            return [row[0] for row in database.execute("SELECT id FROM users ORDER BY id")]


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    secret = siwa("webhooks", "secret").stdout
    (folder / "webhook.secret").write_text(secret)
    (folder / "webhook.secret").chmod(0o600)
    port = free_port()
    webhooks = {"url": f"http://127.0.0.1:{port}/hooks/siwa", "secret_file": "webhook.secret"}
    with running(folder, rate_limits={"per_minute": 0}, webhooks=webhooks) as system:
        system.shop = Shop(folder, system, secret.strip(), port)
        yield system
        system.shop.process.terminate()
        system.shop.process.wait()


def test_a_user_from_before_links_and_is_the_same_user_afterwards(system):
    shop = system.shop
    assert shop.ticket("ada", "coffee")[0] == shop.ticket("nobody", "tea")[0] == 401
    status, ticket = shop.ticket("ada", "tea")
    assert status == 200
    first = system.sign_in("ada", link_ticket=ticket["ticket"])
    again = system.sign_in("ada")
    for session in (first, again):
        assert shop.asks("/me", "Bearer " + session["access_token"]) == (200, {"user": 4711})
    for bad in ("", "x.y.z", again["refresh_token"], again["apple"]):
        assert shop.asks("/me", "Bearer " + bad)[0] == 401, bad


def test_somebody_new_gets_a_user_of_the_shop_and_keeps_it(system):
    session = system.sign_in("ned")
    status, mine = system.shop.asks("/me", "Bearer " + session["access_token"])
    assert status == 200 and mine["user"] not in (4711, None)
    assert system.shop.asks("/me", "Bearer " + system.sign_in("ned")["access_token"]) == (200, mine)


def test_who_leaves_is_gone_from_the_shop_because_the_service_told_it(system):
    session = system.sign_in("zoe")
    user = system.shop.asks("/me", "Bearer " + session["access_token"])[1]["user"]
    forged = json.dumps({"type": "account.deleted", "data": {"external_id": str(user)}}).encode()
    now = str(int(time.time()))
    for signature in ("", "v1,AAAA", "v1,é"):
        assert system.shop.asks("/hooks/siwa", body=forged, **{
            "webhook-id": "evt", "webhook-timestamp": now, "webhook-signature": signature})[0] == 401
    assert user in system.shop.ids()
    system.send("DELETE", "/v1/account", token=session["access_token"])
    until(lambda: user not in system.shop.ids(), "the shop is told")
