"""The emulator of Apple, started on a free port and driven by control calls."""

import json
import pathlib
import ssl
from collections.abc import Mapping, Sequence
from typing import Unpack

from cryptography.hazmat.primitives.asymmetric import ec

from . import web
from .keys import new_key, write_key
from .programs import BUILT, Program
from .shapes import JSON, AppleAccount, JSONObject, LimitedRequest, StrPath

APP, WEB, TEAM, KEY = "com.example.app", "com.example.web", "TEAM000001", "TESTKEY001"
PEOPLE: dict[str, AppleAccount] = {
    "ada": {"email": "ada@example.com", "password": "correct horse", "name": {"first": "Ada", "last": "Lovelace"}},
    "ned": {"email": "ned@example.com", "password": "paper lantern", "name": {"first": "Ned", "last": "Ludd"}},
    "zoe": {"email": "zoe@example.com", "password": "battery staple", "name": {"first": "Zoë <b>", "last": "O'Néill"}},
}


class Emulator:
    """A running `apple-id-emulator`."""

    def __init__(
        self, folder: StrPath, configuration: JSONObject, listen: str = "127.0.0.1:0", options: Sequence[StrPath] = (), tls: bool = False
    ) -> None:
        """With `tls`, it serves https, and control calls at a plain port too. Its authority stays in the folder."""
        if tls:
            options = (*options, "--tls", "--tls-authority", pathlib.Path(folder) / "authority", "--control-listen", "127.0.0.1:0")
        file = pathlib.Path(folder) / "emulator.json"
        file.write_text(json.dumps(configuration))
        self.program = Program([BUILT / "apple-id-emulator", "--config", file, "--listen", listen, *options], file.with_suffix(".log"))
        self.url: str = self.program.facts["base_url"]
        self.issuer: str = self.program.facts["issuer"]
        self.port = web.port_of(self.url)
        self.authority_file: str | None = self.program.facts.get("tls_authority_file")
        self.trusting = ssl.create_default_context(cafile=self.authority_file) if tls else None
        self.control_port = web.port_of(self.program.facts.get("control_url", self.url))

    def send(self, method: str, path: str, **more: Unpack[LimitedRequest]) -> web.Answer | None:
        # Connects to 127.0.0.1, because names under localhost may not resolve outside a browser.
        if path.startswith("/_emulator/"):
            return web.send(self.control_port, method, path, **more)
        return web.send(self.port, method, path, tls=self.trusting, **more)

    def control(self, path: str, body: JSON = None, method: str | None = None) -> JSON:
        """Makes a control call, which has to succeed."""
        answer = self.send(method or ("GET" if body is None else "POST"), f"/_emulator/{path}", body=body)
        assert answer is not None and answer.status < 300, f"{path} was answered {answer}: {answer and answer.body!r}"
        return answer.json

    def log(self, path: str) -> list[JSONObject]:
        """The logged requests to a path since the log was cleared."""
        return [entry for entry in self.control("log")["entries"] if entry["path"] == path]

    def events(self) -> str:
        """Everything that happened so far, as the stream writes it."""
        answer = self.send("GET", "/_emulator/events?since=0&wait=false")
        assert answer is not None
        return answer.body.decode()

    def clear_log(self) -> None:
        self.control("log", method="DELETE")

    def stop(self) -> None:
        self.program.kill()


def one_team(
    folder: StrPath,
    return_urls: Mapping[str, list[str]],
    people: Mapping[str, AppleAccount] = PEOPLE,
    key: ec.EllipticCurvePrivateKey | None = None,
    **more: JSON,
) -> JSONObject:
    """A configuration with one team, an app, and web clients with their return URLs."""
    key_file = write_key(pathlib.Path(folder) / f"AuthKey_{KEY}.p8", key or new_key())
    return {
        "people": people,
        "teams": {
            "example": {
                "team_id": TEAM,
                "keys": {KEY: {"private_key_file": str(key_file)}},
                "apps": {APP: {"primary": True}},
                "services": {client: {"primary_app": APP, "return_urls": urls} for client, urls in return_urls.items()},
            }
            | more
        },
    }
