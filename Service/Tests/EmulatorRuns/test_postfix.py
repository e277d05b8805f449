"""postfix with opendkim sends to the emulator's relay: a sender as in production, in a folder of its own. Scripts/night mail."""
import email
import os
import pathlib
import pwd
import smtplib
import socket
import shutil
import subprocess

import pytest

from harness.relay import POLICY, Relay
from harness.waiting import PATIENCE, until

PROGRAMS = ("postfix", "opendkim", "opendkim-genkey")
# The part of Scripts/night installs them, and fails where they are missing. postfix can be started by root only.
pytestmark = pytest.mark.skipif(
    os.getuid() != 0 or not all(map(shutil.which, PROGRAMS)), reason="Scripts/night mail starts postfix, as root")


class Postfix:
    """postfix with opendkim, which signs for example.com. Bounces for example.com go to a Maildir. Needs root."""

    def __init__(self, folder, relay_port, key):
        self.folder = pathlib.Path(folder)
        self.port, milter = free_port(), free_port()
        self.bounces = self.folder / "mail" / "bounces" / "new"
        self.signer = self._sign(milter, key)
        self.configuration = self._configure(relay_port, milter)
        subprocess.run(["postfix", "-c", self.configuration, "start"], check=True, capture_output=True, timeout=PATIENCE)
        until(lambda: is_listening(self.port) and is_listening(milter), "postfix and opendkim listen")

    def _sign(self, port, key):
        file = self.folder / "opendkim.conf"
        file.write_text(
            f"Socket inet:{port}@127.0.0.1\nDomain example.com\nSelector s1\nKeyFile {key}\nMode s\nSyslog no\n"
            "Canonicalization relaxed/simple\nRequireSafeKeys no\nInternalHosts 127.0.0.1\nUserID root\n")
        return subprocess.Popen(["opendkim", "-f", "-x", file])

    def _configure(self, relay_port, milter):
        folder, base = self.folder / "postfix", self.folder / "mail"
        for part in (folder, self.folder / "spool", self.folder / "data", base):
            part.mkdir()
        nobody = pwd.getpwnam("nobody")
        os.chown(self.folder / "data", pwd.getpwnam("postfix").pw_uid, -1)
        os.chown(base, nobody.pw_uid, nobody.pw_gid)
        # the parents, too, must be open to postfix's own users
        for part in (self.folder, *self.folder.parents):
            if part.stat().st_uid == os.getuid() and part != pathlib.Path("/"):
                part.chmod(part.stat().st_mode | 0o711)
        settings = {
            "compatibility_level": "3.6", "queue_directory": self.folder / "spool", "data_directory": self.folder / "data",
            "maillog_file": self.folder / "postfix.log", "maillog_file_prefixes": self.folder, "myhostname": "client.example",
            "mydestination": "", "inet_interfaces": "127.0.0.1", "inet_protocols": "ipv4", "alias_maps": "",
            "relayhost": f"[127.0.0.1]:{relay_port}", "mynetworks": "127.0.0.0/8", "smtpd_relay_restrictions": "permit_mynetworks, reject",
            "smtpd_milters": f"inet:127.0.0.1:{milter}", "non_smtpd_milters": "", "internal_mail_filter_classes": "",
            "virtual_mailbox_domains": "example.com", "virtual_mailbox_base": base, "virtual_mailbox_maps": "static:bounces/",
            "virtual_uid_maps": f"static:{nobody.pw_uid}", "virtual_gid_maps": f"static:{nobody.pw_gid}", "virtual_minimum_uid": "1",
        }
        (folder / "main.cf").write_text("".join(f"{name} = {value}\n" for name, value in settings.items()))
        services = [f"127.0.0.1:{self.port} inet n - n - - smtpd", "postlog unix-dgram n - n - 1 postlogd",
                    "qmgr unix n - n 300 1 qmgr", "cleanup unix n - n - 0 cleanup", "rewrite unix - - n - - trivial-rewrite"]
        services += [f"{name} unix - - n - 0 bounce" for name in ("bounce", "defer", "trace")]
        services += [f"{name} unix - - n - - {name}" for name in ("smtp", "error", "discard", "proxymap")]
        services += ["relay unix - - n - - smtp", "retry unix - - n - - error", "virtual unix - n n - - virtual",
                     "anvil unix - - n - 1 anvil", "scache unix - - n - 1 scache", "tlsmgr unix - - n 1000? 1 tlsmgr"]
        (folder / "master.cf").write_text("\n".join(services) + "\n")
        return folder

    def send(self, envelope, to, author="news@example.com"):
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as session:
            session.sendmail(envelope, [to], f"From: {author}\r\nTo: {to}\r\nSubject: Your order\r\n\r\nOn its way.\r\n")

    def bounce(self):
        """The delivery status of the only bounce, once it is there."""
        until(lambda: self.bounces.is_dir() and any(self.bounces.iterdir()), "a bounce")
        (file,) = self.bounces.iterdir()
        report = email.message_from_bytes(file.read_bytes())
        (status,) = [part for part in report.walk() if part.get_content_type() == "message/delivery-status"]
        return status.get_payload()[-1]

    def stop(self):
        subprocess.run(["postfix", "-c", self.configuration, "stop"], capture_output=True, timeout=PATIENCE)
        self.signer.terminate()
        self.signer.wait(PATIENCE)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def is_listening(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def postfix(tmp_path):
    """Starts the emulator with the key of opendkim among its records, and postfix before it."""
    started = []

    def start(zone=POLICY, **more):
        keys = tmp_path / "keys"
        keys.mkdir()
        subprocess.run(["opendkim-genkey", "-D", keys, "-d", "example.com", "-s", "s1", "-b", "2048"], check=True, timeout=PATIENCE)
        mail = Relay(tmp_path, zone=zone + "$ORIGIN example.com.\n" + (keys / "s1.txt").read_text(), **more)
        started.append(mail)
        (tmp_path / "sender").mkdir()
        started.append(Postfix(tmp_path / "sender", mail.port, keys / "s1.private"))
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
    mail, sender = postfix()
    sender.send("bounce@example.com", "aaaaaaaaaa@privaterelay.appleid.com")
    assert "user not found" in sender.bounce()["Diagnostic-Code"]


def test_postfix_tries_again_what_was_deferred(postfix):
    mail, sender = postfix()
    mail.emulator.control("faults", {"endpoint": "mail", "fault": {"kind": "greylist", "times": 2}})
    sender.send("bounce@example.com", mail.address)
    until(lambda: mail.emulator.control("faults")["faults"][0]["times"] == 1, "the first attempt")
    subprocess.run(["postqueue", "-c", sender.configuration, "-f"], check=True, timeout=PATIENCE)
    until(lambda: mail.messages("delivered"), "the message")
