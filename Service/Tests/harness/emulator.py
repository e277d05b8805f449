"""The emulator of Apple, started on a free port and driven by control calls."""
import json
import pathlib
import ssl
import urllib.parse

from . import web
from .keys import new_key, write_key
from .programs import BUILT, Program

APP, WEB, TEAM, KEY = "com.example.app", "com.example.web", "TEAM000001", "TESTKEY001"
PEOPLE = {
    "ada": {"email": "ada@example.com", "password": "correct horse", "name": {"first": "Ada", "last": "Lovelace"}},
    "ned": {"email": "ned@example.com", "password": "paper lantern", "name": {"first": "Ned", "last": "Ludd"}},
    "zoe": {"email": "zoe@example.com", "password": "battery staple", "name": {"first": "Zoë <b>", "last": "O'Néill"}},
}


class Emulator:
    """A running `apple-id-emulator`."""

    def __init__(self, folder, configuration, listen="127.0.0.1:0", options=(), tls=False):
        """With `tls`, it serves https, and control calls at a plain port too. Its authority stays in the folder."""
        if tls:
            options = (*options, "--tls", "--tls-authority", pathlib.Path(folder) / "authority",
                       "--control-listen", "127.0.0.1:0")
        file = pathlib.Path(folder) / "emulator.json"
        file.write_text(json.dumps(configuration))
        self.program = Program(
            [BUILT / "apple-id-emulator", "--config", file, "--listen", listen, *options], file.with_suffix(".log"))
        self.url, self.issuer = self.program.facts["base_url"], self.program.facts["issuer"]
        self.port = urllib.parse.urlsplit(self.url).port
        self.authority_file = self.program.facts.get("tls_authority_file")
        self.trusting = ssl.create_default_context(cafile=self.authority_file) if tls else None
        self.control_port = urllib.parse.urlsplit(self.program.facts.get("control_url", self.url)).port

    def send(self, method, path, **more):
        # Connects to 127.0.0.1, because names under localhost may not resolve outside a browser.
        if path.startswith("/_emulator/"):
            return web.send(self.control_port, method, path, **more)
        return web.send(self.port, method, path, tls=self.trusting, **more)

    def control(self, path, body=None, method=None):
        """Makes a control call, which has to succeed."""
        answer = self.send(method or ("GET" if body is None else "POST"), f"/_emulator/{path}", body=body)
        assert answer is not None and answer.status < 300, f"{path} was answered {answer}: {answer and answer.body}"
        return answer.json

    def log(self, path):
        """The logged requests to a path since the log was cleared."""
        return [entry for entry in self.control("log")["entries"] if entry["path"] == path]

    def events(self):
        """Everything that happened so far, as the stream writes it."""
        return self.send("GET", "/_emulator/events?since=0&wait=false").body.decode()

    def clear_log(self):
        self.control("log", method="DELETE")

    def stop(self):
        self.program.kill()


def one_team(folder, return_urls, people=PEOPLE, key=None, **more):
    """A configuration with one team, an app, and web clients with their return URLs."""
    key_file = write_key(pathlib.Path(folder) / f"AuthKey_{KEY}.p8", key or new_key())
    return {
        "people": people,
        "teams": {"example": {
            "team_id": TEAM, "keys": {KEY: {"private_key_file": str(key_file)}}, "apps": {APP: {"primary": True}},
            "services": {client: {"primary_app": APP, "return_urls": urls} for client, urls in return_urls.items()},
        } | more},
    }
