import smtplib

import pytest

from apple_id_emulator import AppleIDEmulator


@pytest.fixture
def emulator():
    with AppleIDEmulator("--mail", "127.0.0.1:0") as running:
        yield running


def test_a_message_to_a_hidden_address_is_read_and_answered(emulator):
    emulator.register_email_sources("example.com", txt={"example.com": "v=spf1 ip4:127.0.0.1 -all"})
    address = emulator.sign_in("maya", share_email=False).email
    host, port = emulator.mail.split(":")
    with smtplib.SMTP(host, int(port)) as session:
        session.sendmail("bounce@example.com", [address], "From: news@example.com\r\nSubject: Hello\r\n\r\nHi\r\n")
    assert emulator.wait_for("mail_delivered", person="maya")["relay"] == address
    (message,) = emulator.mailbox("maya")
    assert message["subject"] == "Hello" and "news@example.com" not in message["seen"]
    assert emulator.reply(message, "Thanks")["recipient"] == "news@example.com"
