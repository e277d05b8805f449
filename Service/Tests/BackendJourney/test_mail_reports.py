"""What became of mail to a hidden address: from the sender through the emulator's relay and its bounce to the account."""
import hashlib
import smtplib
import subprocess

import pytest

from harness.emulator import APP, TEAM
from harness.programs import BUILT
from harness.system import running
from harness.waiting import PATIENCE, until


@pytest.fixture
def system(tmp_path):
    zone, maildir = tmp_path / "mail.zone", tmp_path / "bounces"
    zone.write_text('example.com. IN TXT "v=spf1 ip4:127.0.0.1 -all"\n')
    for part in ("new", "cur", "tmp"):
        (maildir / part).mkdir(parents=True)
    with running(
            tmp_path, emulator_options=("--mail", "127.0.0.1:0", "--mail-dns", zone),
            mail={"senders": ["example.com"], "bounces_folder": str(maildir)}) as system:
        system.control("portal/email-sources", {"team_id": TEAM, "sources": ["example.com"]})
        system.bounces = maildir
        yield system


def sign_in_hidden(system):
    """Signs ada in with a hidden address, and returns the session."""
    begun = system.send("POST", "/v1/native/attempts", body={"client": "app"}).json
    found = system.control("device/credentials", {
        "person": "ada", "bundle_id": APP, "scopes": ["email"], "share_email": False,
        "nonce": hashlib.sha256(begun["nonce"].encode()).hexdigest()})
    return system.send("POST", "/v1/native/sign-in", body={
        "attempt": begun["attempt"], "identity_token": found["identity_token"], "code": found["authorization_code"]}).json


def bounce_of(system, account, text):
    """Sends a message that the relay takes, and then reports with this text. Returns the bounce."""
    system.control("faults", {"endpoint": "mail", "fault": {"kind": "bounce_later", "body": text, "times": 1}})
    sender = f"bounce+{account['id']}@example.com"
    with smtplib.SMTP("127.0.0.1", int(system.emulator.program.facts["mail"].rpartition(":")[2]), timeout=PATIENCE) as relay:
        relay.sendmail(sender, [account["email"]], "From: News <news@example.com>\r\nSubject: Your order\r\n\r\nHello.\r\n")
    (report,) = system.control("mail?state=bounced")["messages"]
    assert report["recipient"] == sender
    return report["sent"]


def test_a_bounce_becomes_the_state_of_the_account(system):
    session, key = sign_in_hidden(system), system.key("accounts:read")
    account = session["account"]
    assert account["is_private_email"]

    def delivery():
        return system.backend(key, f"/v1/accounts?account={account['id']}")["email_delivery"]

    assert delivery()["state"] == "unknown"
    bounce = bounce_of(system, account, "5.1.1 <bounce@example.com>: unauthorized sender")
    waiting = system.bounces / "tmp" / "1.a.host"
    waiting.write_text(bounce, newline="")
    waiting.rename(system.bounces / "new" / waiting.name)
    until(lambda: delivery()["state"] == "sender_refused", "the state")
    assert delivery()["cause"] == "sender_unauthorized"
    until(lambda: list((system.bounces / "cur").iterdir()), "the bounce moved")
    # the address is good
    assert system.send("GET", "/v1/account", token=session["access_token"]).json["can_receive_mail"] is True

    def pipe(text):
        return subprocess.run(
            [BUILT / "siwa", "mail", "bounce", "--config", system.configuration()], input=text, capture_output=True,
            text=True, timeout=PATIENCE)

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
