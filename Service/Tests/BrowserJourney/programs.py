"""Starts the two built programs on free ports, as a person would, and stops them again."""
import contextlib
import hashlib
import json
import os
import pathlib
import select
import socket
import subprocess
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

SERVICE = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("SIWA_BUILT_PROGRAMS", SERVICE / ".build" / "debug"))
PATIENCE = 120  # seconds until something that must happen is given up; nothing waits so long when all is well

PEOPLE = {
    "ada": {"email": "ada@example.com", "password": "correct horse", "name": {"first": "Ada", "last": "Lovelace"}},
    "ned": {"email": "ned@example.com", "password": "paper lantern", "name": {"first": "Ned", "last": "Ludd"}},
    "zoe": {"email": "zoe@example.com", "password": "battery staple", "name": {"first": "Zoë <b>", "last": "O'Néill"}},
}


def free_port():
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Program:
    """A child process whose first line on standard output is JSON with its addresses."""

    def __init__(self, arguments, log):
        self.log = log
        self.process = subprocess.Popen(
            [str(a) for a in arguments], stdout=subprocess.PIPE, stderr=open(log, "ab"), stdin=subprocess.DEVNULL)
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else b""
        if not line:
            self.stop()
            raise RuntimeError(f"{arguments[0]} did not start:\n{pathlib.Path(log).read_text()}")
        self.facts = json.loads(line)

    def stop(self):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.process.kill()
        self.process.wait()


class SignInSystem:
    """The emulator on idp.localhost and the service on localhost: two sites, as the browser sees them."""

    def __init__(self, folder, **settings):
        """`settings` stand beside those of the service's configuration."""
        self.settings = settings
        self.folder = pathlib.Path(folder)
        self.port, self.apple_port = free_port(), free_port()
        self.url = f"http://localhost:{self.port}"
        self.apple_url = f"http://idp.localhost:{self.apple_port}"
        self._write_key()
        self._write_configurations()
        self.emulator = Program(
            [BUILT / "apple-id-emulator", "--config", self.folder / "emulator.json",
             "--listen", f"idp.localhost:{self.apple_port}"], self.folder / "emulator.log")
        try:
            self.service = self._start_service()
        except BaseException:
            self.emulator.stop()
            raise

    def _write_key(self):
        key = ec.generate_private_key(ec.SECP256R1())
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.key_file = self.folder / "AuthKey_TESTKEY001.p8"
        self.key_file.write_bytes(pem)
        self.key_file.chmod(0o600)

    def _write_configurations(self):
        team = {"team_id": "TEAM000001"}
        (self.folder / "emulator.json").write_text(json.dumps({
            "teams": {"example": team | {
                "keys": {"TESTKEY001": {"private_key_file": str(self.key_file)}},
                "apps": {"com.example.app": {"primary": True}},
                "services": {"com.example.web": {
                    "primary_app": "com.example.app", "return_urls": [f"{self.url}/web/callback"]}},
            }},
            "people": PEOPLE,
        }))
        (self.folder / "siwa.json").write_text(json.dumps(self.settings | {
            "public_url": self.url,
            "listen": f"127.0.0.1:{self.port}",
            "database": str(self.folder / "accounts.sqlite"),
            "demo": True,
            "apple": {"base_url": self.apple_url, "issuer": self.apple_url},
            "teams": {"example": team | {
                "keys": {"TESTKEY001": {"file": str(self.key_file)}},
                "clients": {
                    "app": {"id": "com.example.app", "kind": "native"},
                    "web": {"id": "com.example.web", "kind": "web", "return_urls": [f"{self.url}/"]},
                },
            }},
        }))

    def _start_service(self):
        return Program([BUILT / "siwa", "serve", "--config", self.folder / "siwa.json"], self.folder / "siwa.log")

    def key(self, *scopes):
        """A key of the app's backend, made as an operator makes one."""
        made = subprocess.run(
            [BUILT / "siwa", "credentials", "create", "--config", self.folder / "siwa.json", "--name", "shop",
             *(part for scope in scopes for part in ("--scope", scope))], capture_output=True, check=True, text=True)
        return made.stdout.strip()

    def backend(self, key, path, body=None):
        """A call of the app's backend with its key."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {key}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def call(self, method, path, body=None, token=None):
        """Status and JSON of a request to the service."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = "Bearer " + token
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", None if body is None else json.dumps(body).encode(), headers,
            method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                text = reply.read()
                return reply.status, json.loads(text) if text else None
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def sign_in(self, person="ada", **attempt):
        """A session, as an app gets it: an attempt, Apple's sheet, and the result; with Apple's identity token beside it."""
        _, begun = self.call("POST", "/v1/native/attempts", {"client": "app"} | attempt)
        credential = self.control("device/credentials", {
            "person": person, "bundle_id": "com.example.app", "scopes": ["email"],
            "nonce": hashlib.sha256(begun["nonce"].encode()).hexdigest()})
        status, session = self.call("POST", "/v1/native/sign-in", {
            "attempt": begun["attempt"], "identity_token": credential["identity_token"],
            "code": credential["authorization_code"]})
        assert status == 200, session
        return session | {"apple": credential["identity_token"]}

    def control(self, path, body=None, method=None):
        """A control call of the emulator; 127.0.0.1 because names under localhost need not resolve outside a browser."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.apple_port}/_emulator/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def stop(self):
        self.service.stop()
        self.emulator.stop()
