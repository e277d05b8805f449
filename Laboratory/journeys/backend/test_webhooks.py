"""Events from the running service to a backend, verified with the code that Documentation/webhooks.md shows."""

import base64
import hashlib
import hmac
import json
import re
import subprocess
import sys

import pytest

from harness.keys import write_private
from harness.programs import ROOT, siwa
from harness.receiver import Receiver
from harness.system import running
from harness.waiting import PATIENCE, until

PAGE = ROOT / "Documentation" / "webhooks.md"


@pytest.fixture
def receiver():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def secret():
    return siwa("webhooks", "secret").stdout.strip()


@pytest.fixture
def timeout_seconds():
    """How long the service waits for the backend, which here answers from a thread of this process."""
    return 30


@pytest.fixture
def system(tmp_path, receiver, secret, timeout_seconds):
    write_private(tmp_path / "webhook.secret", secret.encode())
    with running(
        tmp_path,
        housekeeping_seconds=1,
        rate_limits={"per_minute": 0},
        webhooks={"url": receiver.url, "secret_file": "webhook.secret", "timeout_seconds": timeout_seconds},
    ) as system:
        yield system


SHOWN = dict(re.findall(r"```(python|ruby|javascript)\n(.*?)```", PAGE.read_text(), re.S))
DRIVERS = {
    "python": (
        [sys.executable, "-"],
        """
import json, sys
facts = json.load(open(sys.argv[1]))
print(is_ours(facts["secret"], facts["headers"], facts["body"].encode()))
""",
    ),
    "ruby": (
        ["ruby", "-"],
        """
require "json"
facts = JSON.parse(File.read(ARGV[0]))
puts ours?(facts["secret"], facts["headers"], facts["body"])
""",
    ),
    "javascript": (
        ["node", "-"],
        """
const facts = JSON.parse(require("node:fs").readFileSync(process.argv[2], "utf8"));
console.log(isOurs(facts.secret, facts.headers, Buffer.from(facts.body)));
""",
    ),
}


def is_ours(language, folder, secret, headers, body):
    """The result of the page's code in this language."""
    command, driver = DRIVERS[language]
    facts = folder / "delivery.json"
    facts.write_text(json.dumps({"secret": secret, "headers": headers, "body": body}))
    ended = subprocess.run([*command, facts], input=SHOWN[language] + driver, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return {"true": True, "false": False}[ended.stdout.strip().lower()]


def test_events_come_signed_and_name_who_it_is(system, receiver, secret):
    key = system.key("link", "accounts:read", "accounts:write")
    ticket = system.backend(key, "/v1/link-tickets", {"external_id": "4711"})["ticket"]
    session = system.sign_in(link_ticket=ticket)
    headers, body, event = receiver.next()
    assert event["type"] == "account.created"
    assert event["data"] == {"account": session["account"]["id"], "external_id": "4711", "reason": "ticket"}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    code = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(code).decode()
    assert headers["content-type"] == "application/json"
    system.backend(key, "/v1/accounts/disable", {"external_id": "4711"})
    assert receiver.next()[2]["type"] == "account.disabled"
    system.backend(key, "/v1/accounts/enable", {"external_id": "4711"})
    assert receiver.next()[2]["type"] == "account.enabled"
    system.backend(key, "/v1/accounts/delete", {"external_id": "4711"})
    deleted = receiver.next()[2]
    assert deleted["type"] == "account.deleted" and deleted["data"]["external_id"] == "4711"
    assert "ada@example.com" not in system.log.read_text()


@pytest.mark.parametrize("language", list(DRIVERS))
def test_the_lines_of_the_page_know_ours_from_others(system, receiver, secret, language, tmp_path):
    assert system.command("webhooks", "test").returncode == 0
    headers, body, event = receiver.next()
    assert event["type"] == "webhooks.test"
    kept = {name: headers[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")}
    text = body.decode()
    both = kept | {"webhook-signature": "v1," + base64.b64encode(b"x" * 32).decode() + " " + kept["webhook-signature"]}
    for good in [kept, both]:
        assert is_ours(language, tmp_path, secret, good, text)
    old = kept | {"webhook-timestamp": str(int(kept["webhook-timestamp"]) - 301)}
    for bad in [kept | {"webhook-id": "0" * 32}, old, kept | {"webhook-signature": "v1,AAAA"}]:
        assert not is_ours(language, tmp_path, secret, bad, text)
    assert not is_ours(language, tmp_path, secret, kept, text + " ")
    assert not is_ours(language, tmp_path, "whsec_" + base64.b64encode(b"x" * 32).decode(), kept, text)
    # An old delivery with a valid signature for its own timestamp.
    second = int(kept["webhook-timestamp"]) - 301
    signed = f"{kept['webhook-id']}.{second}.{text}".encode()
    code = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    stale = {
        "webhook-id": kept["webhook-id"],
        "webhook-timestamp": str(second),
        "webhook-signature": "v1," + base64.b64encode(code).decode(),
    }
    assert not is_ours(language, tmp_path, secret, stale, text)


# The event comes again when the lease of the process that died has ended: ten seconds after this time.
@pytest.mark.parametrize("timeout_seconds", [1])
def test_a_kill_between_the_delivery_and_its_note_has_it_come_again_under_the_same_id(system, receiver):
    def kill():
        receiver.before_answer = lambda: None
        system.service.kill()

    receiver.before_answer = kill
    system.sign_in()
    first, body, event = receiver.next()
    assert event["type"] == "account.created"
    assert system.service.ends(PATIENCE)
    system.start()
    second, repeated, _ = receiver.next()
    assert (second["webhook-id"], repeated) == (first["webhook-id"], body)
    assert receiver.got.empty()


def test_what_was_refused_is_listed_and_comes_again_when_asked(system, receiver):
    receiver.answers = [410]
    system.sign_in()
    headers, _, _ = receiver.next()
    listed = until(lambda: system.command("webhooks", "list", "--state", "given_up").stdout, "it is given up")
    assert headers["webhook-id"] in listed and "http_410" in listed and "account.created" in listed
    assert system.command("webhooks", "replay", "--since", "2020-01-01T00:00:00Z", "--state", "given_up").returncode == 0
    again, _, _ = receiver.next()
    assert again["webhook-id"] == headers["webhook-id"]
    assert until(lambda: system.command("webhooks", "list", "--state", "delivered").stdout, "it is delivered")


def test_a_test_tells_what_the_backend_answered(system, receiver):
    receiver.answers = [503, 200]
    refused = system.command("webhooks", "test")
    assert refused.returncode == 1 and refused.stdout.startswith("503 after ")
    taken = system.command("webhooks", "test")
    assert taken.returncode == 0 and taken.stdout.startswith("200 after ")
