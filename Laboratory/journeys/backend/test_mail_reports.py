"""What became of mail to a hidden address: from the sender through the emulator's relay and its bounce to the account."""

import contextlib
import hashlib
import json
import smtplib
import subprocess
import sys

import pytest

from harness.emulator import APP, TEAM
from harness.names import MAIL_SERVER, TEXT, dns
from harness.postfix import Postfix, needs_postfix, new_signing_key
from harness.programs import BUILT, siwa
from harness.relay import POLICY
from harness.system import running
from harness.waiting import PATIENCE, until

# What sendmail does: it takes a message on its standard input. Without the file of the relay's port, it fails.
SENDMAIL = """
import email, pathlib, smtplib, sys
octets = sys.stdin.buffer.read().replace(b"\\n", b"\\r\\n")
message = email.message_from_bytes(octets)
with smtplib.SMTP("127.0.0.1", int(pathlib.Path(sys.argv[1]).read_text())) as relay:
    relay.sendmail(f"bounce+{message['Siwa-Account']}@example.com", [message["To"]], octets)
"""
MESSAGES = "/v1/mail/messages"


@contextlib.contextmanager
def mailing(folder, maildir, zone=POLICY):
    """An emulator with a relay, and a service that sends mail there and reads bounces in a Maildir."""
    records, sendmail, port = (folder / name for name in ("mail.zone", "sendmail.py", "relay.port"))
    records.write_text(zone)
    sendmail.write_text(SENDMAIL)
    for part in ("new", "cur", "tmp"):
        (maildir / part).mkdir(parents=True)
    with running(
        folder,
        emulator_options=("--mail", "127.0.0.1:0", "--mail-dns", records),
        mail={
            "senders": ["example.com"],
            "bounces_folder": str(maildir),
            "from": "news@example.com",
            "api": True,
            "command": [sys.executable, str(sendmail), str(port)],
        },
    ) as system:
        system.bounces, system.relay_port_file = maildir, port
        system.reader = system.key("accounts:read")
        yield system


@pytest.fixture
def system(tmp_path):
    with mailing(tmp_path, tmp_path / "bounces") as system:
        register(system)
        yield system


@pytest.fixture
def sender(tmp_path):
    """The system whose sender is postfix with opendkim, and postfix. Its domain is not registered at Apple."""
    key, record = new_signing_key(tmp_path)
    (tmp_path / "sender").mkdir()
    with mailing(tmp_path, tmp_path / "sender" / "mail" / "bounces", POLICY + record) as system:
        postfix = Postfix(tmp_path / "sender", relay_port(system), key)
        yield system, postfix
        postfix.stop()


def register(system):
    system.control("portal/email-sources", {"team_id": TEAM, "sources": ["example.com"]})


def relay_port(system):
    return int(system.emulator.program.facts["mail"].rpartition(":")[2])


def delivery_of(system, account):
    return system.backend(system.reader, f"/v1/accounts?account={account['id']}")["email_delivery"]


def sign_in_hidden(system):
    """Signs ada in with a hidden address, and returns the session."""
    begun = system.send("POST", "/v1/native/attempts", body={"client": "app"}).json
    found = system.control(
        "device/credentials",
        {
            "person": "ada",
            "bundle_id": APP,
            "scopes": ["email"],
            "share_email": False,
            "nonce": hashlib.sha256(begun["nonce"].encode()).hexdigest(),
        },
    )
    return system.send(
        "POST",
        "/v1/native/sign-in",
        body={"attempt": begun["attempt"], "identity_token": found["identity_token"], "code": found["authorization_code"]},
    ).json


def bounce_of(system, account, text):
    """Sends a message that the relay takes, and then reports with this text. Returns the bounce."""
    system.control("faults", {"endpoint": "mail", "fault": {"kind": "bounce_later", "body": text, "times": 1}})
    sender = f"bounce+{account['id']}@example.com"
    with smtplib.SMTP("127.0.0.1", relay_port(system), timeout=PATIENCE) as relay:
        relay.sendmail(sender, [account["email"]], "From: News <news@example.com>\r\nSubject: Your order\r\n\r\nHello.\r\n")
    (report,) = system.control("mail?state=bounced")["messages"]
    assert report["recipient"] == sender
    return report["sent"]


def arrive(system, name, text):
    """Puts a message into the Maildir, as a mail server does."""
    waiting = system.bounces / "tmp" / name
    waiting.write_text(text, newline="")
    waiting.rename(system.bounces / "new" / name)


def test_a_bounce_becomes_the_state_of_the_account(system):
    session = sign_in_hidden(system)
    account = session["account"]
    assert account["is_private_email"]

    def delivery():
        return delivery_of(system, account)

    assert delivery()["state"] == "unknown"
    bounce = bounce_of(system, account, "5.1.1 <bounce@example.com>: unauthorized sender")
    arrive(system, "1.a.host", bounce)
    until(lambda: delivery()["state"] == "sender_refused", "the state")
    assert delivery()["cause"] == "sender_unauthorized"
    until(lambda: list((system.bounces / "cur").iterdir()), "the bounce moved")
    # the address is good
    assert system.send("GET", "/v1/account", token=session["access_token"]).json["can_receive_mail"] is True

    def pipe(text):
        return subprocess.run(
            [BUILT / "siwa", "mail", "bounce", "--config", system.configuration()],
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    again = pipe(bounce)
    assert (again.returncode, again.stdout) == (0, "counted 0, ignored 1\n")
    assert pipe("Subject: out of office\n\nI am away.\n").returncode == 65


def test_apples_word_about_forwarding_becomes_the_state_of_the_account(system):
    session = sign_in_hidden(system)

    def can_receive():
        return system.send("GET", "/v1/account", token=session["access_token"]).json["can_receive_mail"]

    assert can_receive() is True
    for is_on in (False, True):
        system.control("account/forwarding", {"person": "ada", "team_id": TEAM, "on": is_on})
        until(lambda: can_receive() is is_on, f"forwarding {is_on}")


def wanted(account, key):
    return {"account": account["id"], "idempotency_key": key, "subject": "Your order", "text": "It is on its way.\n"}


def forward(system, account, is_on):
    system.control("account/forwarding", {"person": "ada", "team_id": TEAM, "on": is_on})
    until(lambda: (delivery_of(system, account)["state"] == "forwarding_off") is not is_on, f"forwarding {is_on}")


def test_a_message_of_the_backend_reaches_the_person_once(system):
    account, key = sign_in_hidden(system)["account"], system.key("mail:send")
    system.relay_port_file.write_text(str(relay_port(system)))
    first = system.backend(key, MESSAGES, wanted(account, "order-1"))
    until(lambda: system.backend(key, f"{MESSAGES}?mail={first['mail']}")["state"] == "sent", "the message is sent")
    again = system.backend(key, MESSAGES, wanted(account, "order-1"))
    assert again == first | {"state": "sent"}
    (message,) = system.control("mail?state=delivered")["messages"]
    assert message["subject"] == "Your order" and message["relay"] == account["email"]
    # Neither the log nor the database has the text, and the log not the address.
    log = system.log.read_text()
    assert not [word for word in ("Your order", "on its way", account["email"]) if word in log]
    stored = b"".join(path.read_bytes() for path in system.state.glob("accounts.sqlite*"))
    assert not [word for word in (b"Your order", b"on its way") if word in stored]


def test_a_message_that_waits_while_the_person_turns_forwarding_off_is_not_sent(system):
    account, key = sign_in_hidden(system)["account"], system.key("mail:send")
    waiting = system.backend(key, MESSAGES, wanted(account, "order-1"))
    forward(system, account, False)
    system.relay_port_file.write_text(str(relay_port(system)))
    until(lambda: system.backend(key, f"{MESSAGES}?mail={waiting['mail']}")["state"] == "skipped", "the message is skipped")
    refused = system.send("POST", MESSAGES, body=wanted(account, "order-2"), token=key)
    assert (refused.status, refused.json["error"]) == (409, "mail_unreachable"), refused
    assert system.control("mail")["messages"] == []
    history = system.command("accounts", "history", account["id"])
    assert "forwarding_off" in history.stdout or "does not forward" in history.stdout


def test_a_bounce_of_another_sender_about_a_persons_address_changes_nothing(system):
    account = sign_in_hidden(system)["account"]
    # One report of this kind is enough to change the state.
    forged = bounce_of(system, {"id": "a" * 32, "email": account["email"]}, "5.1.1 <bounce@example.com>: unauthorized sender")
    genuine = forged.replace("a" * 32, account["id"])
    for place, text in enumerate(
        (
            forged,
            forged.replace("a" * 32, "0" * 32),
            genuine.replace("message/delivery-status", "text/plain"),
            genuine.replace(account["email"], "zzzzzzzzzz@privaterelay.appleid.com"),
        )
    ):
        arrive(system, f"{place}.forged.host", text)
    until(lambda: len(list((system.bounces / "cur").iterdir())) == 4, "the bounces moved")
    assert delivery_of(system, account)["state"] == "unknown"
    arrive(system, "4.genuine.host", genuine)
    until(lambda: delivery_of(system, account)["state"] == "sender_refused", "the genuine one counts")


ZONE = {
    ("example.com", TEXT): ["v=spf1 ip4:127.0.0.1 -all"],
    ("_dmarc.example.com", TEXT): ["v=DMARC1; p=none"],
    ("privaterelay.appleid.com", MAIL_SERVER): ["smtp1.privaterelay.appleid.com"],
    ("private.icloud.com", MAIL_SERVER): ["smtp1.private.icloud.com"],
}


def test_the_doctor_names_each_fault_of_a_zone(system):
    def codes(changes):
        with dns(ZONE | changes) as server:
            done = siwa("doctor", "mail", "--config", system.configuration(), "--dns", server, "--json")
        return {finding["code"] for finding in json.loads(done.stdout)["findings"] if finding["level"] != "fine"}

    # The configuration has no selectors, and only the operator sees the portal.
    sound = codes({})
    assert sound == {"mail_sources_to_register", "dkim_unknown"}
    policy, relay = ("example.com", TEXT), ("private.icloud.com", MAIL_SERVER)
    includes = {(f"a{place}.example", TEXT): ["v=spf1 -all"] for place in range(11)}
    for changes, code in (
        ({policy: []}, "spf_missing"),
        ({policy: ["v=spf1 -all"] * 2}, "spf_several"),
        ({policy: ["v=spf1 ipv4:127.0.0.1"]}, "spf_syntax"),
        (includes | {policy: ["v=spf1 " + " ".join(f"include:a{place}.example" for place in range(11))]}, "spf_lookups"),
        ({("_dmarc.example.com", TEXT): []}, "dmarc_missing"),
        ({relay: []}, "relay_missing"),
    ):
        assert codes(changes) == sound | {code}, code


def test_the_doctor_sends_a_message_and_explains_its_bounce(system):
    account = sign_in_hidden(system)["account"]
    system.relay_port_file.write_text(str(relay_port(system)))
    text = "5.1.1 <bounce@example.com>: unauthorized sender"
    system.control("faults", {"endpoint": "mail", "fault": {"kind": "bounce_later", "body": text, "times": 1}})
    with dns(ZONE) as server:
        doctor = subprocess.Popen(
            [
                BUILT / "siwa",
                "doctor",
                "mail",
                "--config",
                system.configuration(),
                "--dns",
                server,
                "--send-to",
                account["email"],
                "--json",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            until(lambda: system.control("mail?state=bounced")["messages"], "the bounce")
            (report,) = system.control("mail?state=bounced")["messages"]
            arrive(system, "1.a.host", report["sent"])
            said, remarks = doctor.communicate(timeout=PATIENCE)
        finally:
            doctor.kill()
            doctor.wait()
    found = {finding["code"]: finding for finding in json.loads(said)["findings"]}
    assert (doctor.returncode, found["trial_refused"]["level"]) == (1, "failure"), remarks
    assert text in found["trial_refused"]["meaning"] and "address is good" in found["trial_refused"]["meaning"]
    # The bounce was about a message of nobody's.
    until(lambda: list((system.bounces / "cur").iterdir()), "the bounce moved")
    assert delivery_of(system, account)["state"] == "unknown"


@needs_postfix
def test_a_bounce_of_postfix_becomes_the_state_of_the_account(sender):
    system, postfix = sender
    account = sign_in_hidden(system)["account"]
    postfix.send(f"bounce+{account['id']}@example.com", account["email"])
    until(lambda: delivery_of(system, account)["state"] == "sender_refused", "the state")
    assert delivery_of(system, account)["cause"] == "sender_unauthorized"

    register(system)
    postfix.send(f"bounce+{account['id']}@example.com", account["email"])
    until(lambda: system.control("mail?state=delivered")["messages"], "the message")


@needs_postfix
def test_a_bounce_of_postfix_about_a_person_who_turned_mail_off_leaves_apples_word(sender):
    system, postfix = sender
    register(system)
    account = sign_in_hidden(system)["account"]
    forward(system, account, False)
    postfix.send(f"bounce+{account['id']}@example.com", account["email"])
    until(lambda: list((system.bounces / "cur").iterdir()), "the bounce")
    assert delivery_of(system, account)["state"] == "forwarding_off"
