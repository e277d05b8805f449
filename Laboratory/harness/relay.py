"""The emulator's relay for tests of real senders: an emulator with a relay, and a person who hides the address."""

import base64
import contextlib
import json
import pathlib
import smtplib
import socket
from collections.abc import Iterator, Sequence

from cryptography.hazmat.primitives.asymmetric import ec

from . import emulator
from .emulator import APP, TEAM, WEB, one_team
from .shapes import JSONObject, StrPath
from .waiting import PATIENCE

POLICY = 'example.com. IN TXT "v=spf1 ip4:127.0.0.1 -all"\n'
PLAIN = b"From: News <news@example.com>\r\nSubject: Your order\r\n\r\nIt is on its way.\r\n"


class Relay:
    """A running emulator with a relay. `address` is ada's relay address for the app."""

    def __init__(
        self,
        folder: StrPath,
        zone: str = POLICY,
        sources: Sequence[str] = ("example.com",),
        options: Sequence[StrPath] = (),
        key: ec.EllipticCurvePrivateKey | None = None,
        listen: str = "127.0.0.1:0",
    ) -> None:
        folder = pathlib.Path(folder)
        self.said = folder / "emulator.log"
        (folder / "mail.zone").write_text(zone)
        configuration = one_team(folder, {WEB: ["https://app.example/callback"]}, email_sources=list(sources), key=key)
        self.emulator = emulator.Emulator(
            folder, configuration, listen, options=("--mail", "127.0.0.1:0", "--mail-dns", folder / "mail.zone", *options)
        )
        self.port = int(self.emulator.program.facts["mail"].rpartition(":")[2])
        self.address = self.sign_in("ada")

    def sign_in(self, person: str) -> str:
        """Signs a person in to the app with a hidden address, and returns the relay address."""
        credential = self.emulator.control(
            "device/credentials", {"person": person, "bundle_id": APP, "scopes": ["email"], "share_email": False}
        )
        claims = credential["identity_token"].split(".")[1]
        address: str = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["email"]
        return address

    def send(
        self, message: bytes | str = PLAIN, sender: str = "bounce@example.com", to: list[str] | None = None
    ) -> tuple[int, bytes | str] | None:
        """Sends with smtplib. Returns the code and text of the refusal, or None."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as session:
            try:
                session.sendmail(sender, to or [self.address], message)
            except smtplib.SMTPRecipientsRefused as refusal:
                return next(iter(refusal.recipients.values()))
            except smtplib.SMTPResponseException as refusal:
                return refusal.smtp_code, refusal.smtp_error
        return None

    def messages(self, state: str | None = None) -> list[JSONObject]:
        messages: list[JSONObject] = self.emulator.control("mail" + (f"?state={state}" if state else ""))["messages"]
        return messages

    def forward(self, is_on: bool) -> None:
        self.emulator.control("account/forwarding", {"person": "ada", "team_id": TEAM, "on": is_on})

    def causes(self) -> list[str | None]:
        return [entry["cause"] for entry in self.emulator.log("mail")]

    def memory(self) -> int:
        """The resident memory of the emulator in bytes."""
        pages = pathlib.Path(f"/proc/{self.emulator.program.process.pid}/statm").read_text().split()[1]
        return int(pages) * 4_096

    @contextlib.contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            yield connection

    def exchange(self, *pieces: bytes) -> str:
        """Sends pieces of octets, and returns everything that is answered until the relay closes."""
        answer = b""
        with self.connected() as connection:
            for piece in pieces:
                connection.sendall(piece)
            while part := connection.recv(65_536):
                answer += part
        return answer.decode(errors="replace")

    def envelope(self, sender: str = "bounce@example.com") -> bytes:
        return f"EHLO client.example\r\nMAIL FROM:<{sender}>\r\nRCPT TO:<{self.address}>\r\nDATA\r\n".encode()

    def stop(self) -> None:
        self.emulator.stop()
