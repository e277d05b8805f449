"""postfix with opendkim sends to the emulator's relay: a sender as in production. Scripts/night mail."""

import pytest

from harness.postfix import Postfix, needs_postfix, new_signing_key
from harness.relay import POLICY, Relay
from harness.waiting import until

pytestmark = needs_postfix


@pytest.fixture
def postfix(tmp_path):
    """Starts the emulator with the key of opendkim among its records, and postfix before it."""
    started = []

    def start(zone=POLICY, **more):
        key, record = new_signing_key(tmp_path)
        mail = Relay(tmp_path, zone=zone + record, **more)
        started.append(mail)
        (tmp_path / "sender").mkdir()
        started.append(Postfix(tmp_path / "sender", mail.port, key))
        return mail, started[-1]

    yield start
    for one in reversed(started):
        one.stop()


def test_postfix_with_opendkim_sends_with_the_return_path_of_a_provider(postfix):
    mail, sender = postfix()
    sender.send("bounce@esp.example", mail.address)
    until(lambda: mail.messages("delivered"), "the message")
    assert "dkim=pass header.d=example.com" in mail.messages("delivered")[0]["seen"]


def test_postfix_bounces_what_is_signed_for_nobody(postfix):
    mail, sender = postfix(zone='example.com. IN TXT "v=spf1 -all"\n', sources=["example.com"])
    sender.send("bounce@example.com", mail.address, author="news@other.example")
    status = sender.bounce()
    assert status["Final-Recipient"] == f"rfc822; {mail.address}" and status["Status"] == "5.1.1" and status["Action"] == "failed"
    assert "unauthorized sender" in status["Diagnostic-Code"]
    assert mail.causes()[-1] == "spf_fail"


def test_postfix_bounces_what_goes_to_nobody(postfix):
    _, sender = postfix()
    sender.send("bounce@example.com", "aaaaaaaaaa@privaterelay.appleid.com")
    assert "user not found" in sender.bounce()["Diagnostic-Code"]


def test_postfix_tries_again_what_was_deferred(postfix):
    mail, sender = postfix()
    mail.emulator.control("faults", {"endpoint": "mail", "fault": {"kind": "greylist", "times": 2}})
    sender.send("bounce@example.com", mail.address)
    until(lambda: mail.emulator.control("faults")["faults"][0]["times"] == 1, "the first attempt")

    def delivered():
        # the attempt may have failed before postfix has put the message among the deferred ones
        sender.flush()
        return mail.messages("delivered")

    until(delivered, "the message")
