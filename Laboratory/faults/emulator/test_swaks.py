"""swaks, with which people try mail, against the emulator's relay."""

import smtplib
import subprocess

import pytest

from harness.relay import Relay
from harness.tools import installed
from harness.waiting import PATIENCE

UNAUTHORIZED = "550 5.1.1 <bounce@esp.example>: unauthorized sender"


@pytest.fixture
def relay(tmp_path):
    started = []

    def start(**more):
        started.append(Relay(tmp_path, **more))
        return started[-1]

    yield start
    for one in started:
        one.stop()


def swaks(relay, *arguments, envelope="bounce@example.com", author="news@example.com"):
    """What swaks said, and its exit code: 0 taken, 24 a recipient and 26 the message refused."""
    ended = subprocess.run(
        [
            installed("swaks", "swaks"),
            "--server",
            "127.0.0.1",
            "--port",
            str(relay.port),
            "--from",
            envelope,
            "--to",
            relay.address,
            "--h-From",
            author,
            *arguments,
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return ended.returncode, ended.stdout


def test_swaks_sends_to_a_hidden_address(relay):
    mail = relay()
    code, said = swaks(mail)
    assert code == 0 and "250 2.0.0 Ok: queued as" in said
    assert len(mail.messages("delivered")) == 1


def test_swaks_is_told_that_its_envelope_is_not_registered(relay):
    mail = relay()
    code, said = swaks(mail, envelope="bounce@esp.example")
    assert code == 26 and UNAUTHORIZED in said and mail.causes() == ["envelope_unregistered"]


def test_swaks_is_told_that_forwarding_is_off_and_that_a_day_has_a_hundred_messages(relay):
    mail = relay()
    mail.forward(False)
    assert "inactive email address" in swaks(mail)[1]
    mail.forward(True)
    with smtplib.SMTP("127.0.0.1", mail.port) as session:
        for _ in range(100):
            session.sendmail("bounce@example.com", [mail.address], "From: news@example.com\r\n\r\nx\r\n")
    assert "421 4.7.1 Messages to" in swaks(mail)[1]
