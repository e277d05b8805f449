"""The emulator's relay over sockets: senders that behave, and senders that attack."""

import json
import threading

import pytest

from harness.keys import new_key
from harness.relay import PLAIN, Relay

END = b"\r\n.\r\n"
EVIL = b"MAIL FROM:<evil@example.com>\r\nRCPT TO:<{to}>\r\nDATA\r\nFrom: evil@example.com\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n"


@pytest.fixture(scope="module")
def relay(tmp_path_factory):
    started = Relay(tmp_path_factory.mktemp("relay"))
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def empty(relay):
    relay.emulator.control("mail", method="DELETE")
    relay.emulator.clear_log()


def test_a_message_of_smtplib_reaches_the_mailbox_and_is_answered(relay):
    assert relay.send() is None
    (message,) = relay.messages("delivered")
    assert message["subject"] == "Your order" and message["relay"] == relay.address and "News <news_at_example_com_" in message["seen"]
    reply = relay.emulator.control("mail/replies", {"message": message["id"], "text": "Thanks"})
    assert reply["recipient"] == "news@example.com" and "ada@example.com" not in reply["sent"]


def test_forwarding_that_is_turned_off_before_the_end_of_the_data_counts(relay):
    with relay.connected() as connection:
        connection.sendall(relay.envelope())
        answer = b""
        while b"354" not in answer:
            answer += connection.recv(4_096)
        relay.forward(False)
        try:
            connection.sendall(PLAIN + b".\r\n")
            assert connection.recv(4_096).startswith(f"550 5.1.1 <{relay.address}>: inactive".encode())
        finally:
            relay.forward(True)
    assert relay.messages() == []


@pytest.mark.parametrize(
    "separator",
    [
        b"\n.\r\n",
        b"\r.\r\n",
        b"\r\n.\n",
        b"\n.\n",
        b"\r\n.\r",
        b"\r.\r",
        b"\n\n.\r\n",
        b"\x00\r\n.\n",
        b"\n.\r\r\n",
    ],
)
@pytest.mark.parametrize("size", [1, 7, 65_536])
def test_nothing_is_smuggled_past_the_end_of_a_message(relay, separator, size):
    text = relay.envelope() + PLAIN + separator + EVIL.replace(b"{to}", relay.address.encode()) + b"QUIT\r\n"
    answer = relay.exchange(*[text[start : start + size] for start in range(0, len(text), size)])
    assert "554 5.6.0" in answer and answer.count("queued as") == 0, answer
    assert relay.messages() == []


def test_a_pipelined_second_message_is_a_message_of_its_own(relay):
    second = relay.envelope().split(b"\r\n", 1)[1]
    answer = relay.exchange(relay.envelope() + PLAIN + b".\r\n" + second + PLAIN + b".\r\nQUIT\r\n")
    assert answer.count("queued as") == 2 and len(relay.messages()) == 2


@pytest.mark.parametrize(
    "recipient",
    [
        "victim@gmail.example",
        "victim@[127.0.0.1]",
        '"victim@gmail.example"@privaterelay.appleid.com',
        "victim%gmail.example@privaterelay.appleid.com",
        "@privaterelay.appleid.com:victim@gmail.example",
        "root",
    ],
)
def test_the_relay_is_not_open(relay, recipient):
    answer = relay.exchange(f"EHLO c\r\nMAIL FROM:<bounce@example.com>\r\nRCPT TO:<{recipient}>\r\nDATA\r\nQUIT\r\n".encode())
    assert "354" not in answer and "queued" not in answer
    assert relay.messages() == []


def test_a_thousand_recipients_are_a_hundred(relay):
    lines = [f"RCPT TO:<{relay.address}>\r\n".encode()] * 1_000
    answer = relay.exchange(b"EHLO c\r\nMAIL FROM:<bounce@example.com>\r\n", *lines, b"DATA\r\n", PLAIN, b".\r\nQUIT\r\n")
    assert answer.count("452 4.5.3") == 900 and answer.count("queued as") == 1
    assert len(relay.messages()) == 1


def test_huge_lines_and_messages_do_not_grow_the_emulator(relay):
    relay.send()
    before = relay.memory()
    chunk = b"A" * 1_048_576
    assert "500 5.5.2" in relay.exchange(*[chunk] * 24, b"\r\nQUIT\r\n")
    assert "554 5.6.0" in relay.exchange(relay.envelope(), *[chunk] * 24, END, b"QUIT\r\n")
    line = b"B" * 998 + b"\r\n"
    assert "552 5.3.4" in relay.exchange(relay.envelope(), *[line * 1_000] * 24, b".\r\nQUIT\r\n")
    assert relay.memory() - before < 150 * 1_048_576


def test_twenty_mistakes_end_a_connection(relay):
    answer = relay.exchange(b"RUBBISH\r\n" * 30)
    assert answer.count("502 ") == 19 and answer.count("421 ") == 1


def test_senders_side_by_side_lose_nothing(relay):
    relay.emulator.control("switches", {"relay_daily_limit": 0})
    failures = []

    def send():
        failures.extend([refusal for _ in range(5) if (refusal := relay.send()) is not None])

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and len(relay.messages("delivered")) == 40
    relay.emulator.control("switches", {"relay_daily_limit": None})


def test_nothing_of_a_message_is_in_the_log_the_events_or_what_the_program_says(relay):
    relay.send()
    relay.send(sender="b@nobody.example", message=PLAIN.replace(b"example.com", b"nobody.example"))
    told = json.dumps(relay.emulator.control("log")) + relay.emulator.events() + relay.said.read_text()
    assert "mail_refused" in told
    for secret in ("Your order", "on its way", "news@", "bounce@example.com", "b@nobody.example"):
        assert secret not in told


def test_a_restart_keeps_the_sources_and_no_mail(tmp_path):
    options = {"options": ("--state", tmp_path / "state.json"), "key": new_key()}
    first = Relay(tmp_path, **options)
    first.emulator.control("portal/email-sources", {"team_id": "TEAM000001", "sources": ["other.example"]})
    first.send()
    first.stop()
    second = Relay(tmp_path, **options)
    found = second.emulator.control("portal/email-sources?team_id=TEAM000001")["sources"]
    assert [source["source"] for source in found] == ["example.com", "other.example"]
    assert second.messages() == [] and second.address == first.address
    second.stop()
