"""postfix with opendkim for tests of real senders, in a folder of its own. It can be started by root only."""

import email
import email.message
import os
import pathlib
import pwd
import shutil
import smtplib
import socket
import subprocess

import pytest

from .programs import free_port
from .shapes import StrPath
from .waiting import PATIENCE, until

PROGRAMS = ("postfix", "opendkim", "opendkim-genkey")
# Scripts/night mail installs them, and fails where they are missing.
needs_postfix = pytest.mark.skipif(
    os.getuid() != 0 or not all(map(shutil.which, PROGRAMS)), reason="Scripts/night mail starts postfix, as root"
)


def new_signing_key(folder: StrPath) -> tuple[pathlib.Path, str]:
    """A key for example.com as opendkim makes it: the file of the private key, and the lines for a zone file."""
    keys = pathlib.Path(folder) / "keys"
    keys.mkdir()
    subprocess.run(["opendkim-genkey", "-D", keys, "-d", "example.com", "-s", "s1", "-b", "2048"], check=True, timeout=PATIENCE)
    return keys / "s1.private", "$ORIGIN example.com.\n" + (keys / "s1.txt").read_text()


class Postfix:
    """postfix with opendkim, which signs for example.com. Mail to example.com, thus each bounce, goes to a Maildir."""

    def __init__(self, folder: StrPath, relay_port: int, key: StrPath) -> None:
        self.folder = pathlib.Path(folder)
        self.port, milter = free_port(), free_port()
        self.maildir = self.folder / "mail" / "bounces"
        self.signer = self._sign(milter, key)
        self.configuration = self._configure(relay_port, milter)
        subprocess.run(["postfix", "-c", self.configuration, "start"], check=True, capture_output=True, timeout=PATIENCE)
        until(lambda: is_listening(self.port) and is_listening(milter), "postfix and opendkim listen")

    def _sign(self, port: int, key: StrPath) -> subprocess.Popen[bytes]:
        file = self.folder / "opendkim.conf"
        file.write_text(
            f"Socket inet:{port}@127.0.0.1\nDomain example.com\nSelector s1\nKeyFile {key}\nMode s\nSyslog no\n"
            "Canonicalization relaxed/simple\nRequireSafeKeys no\nInternalHosts 127.0.0.1\nUserID root\n"
        )
        return subprocess.Popen(["opendkim", "-f", "-x", file])

    def _configure(self, relay_port: int, milter: int) -> pathlib.Path:
        folder = self.folder / "postfix"
        self._make_folders(folder)
        settings = self._settings(relay_port, milter)
        (folder / "main.cf").write_text("".join(f"{name} = {value}\n" for name, value in settings.items()))
        (folder / "master.cf").write_text("\n".join(self._services()) + "\n")
        return folder

    def _make_folders(self, folder: pathlib.Path) -> None:
        for part in (folder, self.folder / "spool", self.folder / "data"):
            part.mkdir()
        nobody = pwd.getpwnam("nobody")
        os.chown(self.folder / "data", pwd.getpwnam("postfix").pw_uid, -1)
        for part in (self.maildir.parent, self.maildir, *(self.maildir / name for name in ("new", "cur", "tmp"))):
            part.mkdir(parents=True, exist_ok=True)
            os.chown(part, nobody.pw_uid, nobody.pw_gid)
        # the parents, too, must be open to postfix's own users
        for part in (self.folder, *self.folder.parents):
            if part.stat().st_uid == os.getuid() and part != pathlib.Path("/"):
                part.chmod(part.stat().st_mode | 0o711)

    def _settings(self, relay_port: int, milter: int) -> dict[str, object]:
        nobody = pwd.getpwnam("nobody")
        return {
            "compatibility_level": "3.6",
            "queue_directory": self.folder / "spool",
            "data_directory": self.folder / "data",
            "maillog_file": self.folder / "postfix.log",
            "maillog_file_prefixes": self.folder,
            "myhostname": "client.example",
            "mydestination": "",
            "inet_interfaces": "127.0.0.1",
            "inet_protocols": "ipv4",
            "alias_maps": "",
            "relayhost": f"[127.0.0.1]:{relay_port}",
            "mynetworks": "127.0.0.0/8",
            "smtpd_relay_restrictions": "permit_mynetworks, reject",
            "smtpd_milters": f"inet:127.0.0.1:{milter}",
            "non_smtpd_milters": "",
            "internal_mail_filter_classes": "",
            "virtual_mailbox_domains": "example.com",
            "virtual_mailbox_base": self.maildir.parent,
            "virtual_mailbox_maps": "static:bounces/",
            "virtual_uid_maps": f"static:{nobody.pw_uid}",
            "virtual_gid_maps": f"static:{nobody.pw_gid}",
            "virtual_minimum_uid": "1",
        }

    def _services(self) -> list[str]:
        """The lines of master.cf."""
        services = [
            f"127.0.0.1:{self.port} inet n - n - - smtpd",
            "postlog unix-dgram n - n - 1 postlogd",
            "qmgr unix n - n 300 1 qmgr",
            # postqueue asks pickup whether postfix runs
            "pickup unix n - n 60 1 pickup",
            "cleanup unix n - n - 0 cleanup",
            "rewrite unix - - n - - trivial-rewrite",
        ]
        services += [f"{name} unix - - n - 0 bounce" for name in ("bounce", "defer", "trace")]
        services += [f"{name} unix - - n - - {name}" for name in ("smtp", "error", "discard", "proxymap")]
        services += [
            "relay unix - - n - - smtp",
            "retry unix - - n - - error",
            "virtual unix - n n - - virtual",
            "anvil unix - - n - 1 anvil",
            "scache unix - - n - 1 scache",
            "tlsmgr unix - - n 1000? 1 tlsmgr",
        ]
        return services

    def send(self, envelope: str, to: str, author: str = "news@example.com") -> None:
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as session:
            session.sendmail(envelope, [to], f"From: {author}\r\nTo: {to}\r\nSubject: Your order\r\n\r\nOn its way.\r\n")

    def flush(self) -> None:
        """Has postfix try everything deferred again. A message that is still on its way into that queue is not tried."""
        subprocess.run(["postqueue", "-c", self.configuration, "-f"], check=True, timeout=PATIENCE)

    def bounce(self) -> dict[str, str]:
        """The fields of the delivery status of the only bounce, once it is there, without the folding of long lines."""
        until(lambda: any((self.maildir / "new").iterdir()), "a bounce")
        (file,) = (self.maildir / "new").iterdir()
        report = email.message_from_bytes(file.read_bytes())
        (status,) = [part for part in report.walk() if part.get_content_type() == "message/delivery-status"]
        blocks = status.get_payload()
        assert isinstance(blocks, list) and isinstance(blocks[-1], email.message.Message)
        return {name: " ".join(value.split()) for name, value in blocks[-1].items()}

    def stop(self) -> None:
        subprocess.run(["postfix", "-c", self.configuration, "stop"], capture_output=True, timeout=PATIENCE)
        self.signer.terminate()
        self.signer.wait(PATIENCE)


def is_listening(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
