"""The emulator and the service as child processes; the service's machine is in the drill's hands."""
import contextlib
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from . import web
from .control import Control
from .engines import PostgreSQL, SQLite

SERVICE = pathlib.Path(__file__).resolve().parents[3]
BUILT = pathlib.Path(os.environ.get("SIWA_BUILT_PROGRAMS", SERVICE / ".build" / "debug"))
# The service must be back within this after a kill (invariant I7).
RESTART_SECONDS = 5


class Refused(Exception):
    """A program that ended instead of serving; says its exit code and what it wrote."""

    def __init__(self, status, words):
        super().__init__(f"left with {status}: {words[-400:].strip()}")
        self.status, self.words = status, words


class Program:
    """A child process whose first line on standard output is JSON with its addresses."""

    def __init__(self, arguments, log, environment=None, errors=None):
        self.log = pathlib.Path(log)
        begins = self.log.stat().st_size if self.log.exists() else 0
        begun = time.monotonic()
        with open(errors or self.log, "ab") as said:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=said, env=environment)
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        line = self.process.stdout.readline() if ready else b""
        self.took = time.monotonic() - begun
        if not line:
            self.kill()
            raise Refused(self.process.returncode, self.log.read_bytes()[begins:].decode(errors="replace"))
        self.facts = json.loads(line)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        self.kill()

    def ends(self, seconds):
        """Whether the process ends within this time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
            return True
        return False


class System:
    """One Apple, one service, one database, in a folder that goes away afterwards."""

    def __init__(self, engine, state=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
        # Everything that must outlive the service: on SQLite the accounts, and always its keys.
        self.state = pathlib.Path(state) if state else self.folder / "state"
        self.state.mkdir(exist_ok=True)
        server = os.environ.get("TEST_POSTGRESQL_URL")
        self.engine = SQLite(self.state) if engine == "sqlite" else PostgreSQL(server)
        self.control = Control(self.folder, self.state)
        self.port = free_port()
        self.service = None
        self.people = 0
        self.slowest_start = 0.0
        self._write_emulator()
        self.emulator = Program(
            [BUILT / "apple-id-emulator", "--config", self.folder / "emulator.json", "--listen", "127.0.0.1:0"],
            self.folder / "emulator.log")
        self.apple_port = int(self.emulator.facts["base_url"].rsplit(":", 1)[1].strip("/"))
        self.control.shared.apple_port = self.apple_port
        self.control.shared.server_port = self.engine.port
        self.write_settings()

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    @property
    def log(self):
        return self.folder / "siwa.log"

    def start(self, journal=None, errors=None):
        """Starts the service as an operator would.

        journal: where every change of its files is written down; errors: where its log goes, other than to `log`.
        """
        self.service = Program(
            [BUILT / "siwa", "serve", "--config", self.folder / "siwa.json"], self.log,
            self.control.environment(journal), errors)
        self.slowest_start = max(self.slowest_start, self.service.took)
        return self.service

    def command(self, *arguments):
        """Another command of `siwa` on the same database: exit code and everything it wrote."""
        done = subprocess.run(
            [str(BUILT / "siwa"), *arguments, "--config", str(self.folder / "siwa.json")], capture_output=True,
            env=self.control.environment(), timeout=60)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def died(self, seconds=0.0):
        """Whether the service ended by SIGKILL; a little later than the answer that did not come."""
        return self.service.ends(seconds) and self.service.process.returncode == -signal.SIGKILL

    def send(self, method, path, **more):
        return web.send(self.port, method, path, **more)

    def apple(self, path, body=None, method=None):
        """A control call of the emulator."""
        answer = web.send(self.apple_port, method or ("GET" if body is None else "POST"), f"/_emulator/{path}", body)
        if answer is None or answer.status >= 300:
            raise RuntimeError(f"{path} was answered {answer}: {answer and answer.body}")
        return answer.json

    def advance(self, seconds):
        """Moves Apple's clock and the service's, together."""
        self.apple("clock", {"advance": seconds})
        self.control.shared.clock_ahead += seconds

    def new_person(self):
        """Somebody new at Apple, called Grace Hopper."""
        self.people += 1
        key = f"person-{self.people}"
        self.apple("people", {
            "key": key, "email": f"{key}@example.com", "name": {"first": "Grace", "last": "Hopper"}})
        return key

    def stop(self):
        if self.service:
            self.service.kill()
        self.emulator.kill()
        self.engine.drop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_settings(self, **more):
        key = str(self.folder / "AuthKey_TESTKEY001.p8")
        (self.folder / "siwa.json").write_text(json.dumps({
            "public_url": self.url, "listen": f"127.0.0.1:{self.port}", "database": self.engine.address,
            "secrets_directory": str(self.state / "secrets"),
            "apple": {"base_url": self.emulator.facts["base_url"], "issuer": self.emulator.facts["base_url"]},
            "rate_limits": {"per_minute": 0}, "log_level": "debug",
            "teams": {"main": {
                "team_id": "TEAM000001", "keys": {"TESTKEY001": {"file": key}},
                "clients": {
                    "app": {"id": "com.example.app", "kind": "native"},
                    "web": {"id": "com.example.web", "kind": "web", "return_urls": [self.url + "/"]}}}},
        } | more))
        (self.folder / "siwa.json").chmod(0o600)

    def _write_emulator(self):
        key = self.folder / "AuthKey_TESTKEY001.p8"
        key.write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        key.chmod(0o600)
        (self.folder / "emulator.json").write_text(json.dumps({
            "teams": {"main": {
                "team_id": "TEAM000001", "keys": {"TESTKEY001": {"private_key_file": str(key)}},
                "apps": {"com.example.app": {"primary": True}},
                "services": {"com.example.web": {
                    "primary_app": "com.example.app", "return_urls": [self.url + "/web/callback"]}},
                "notification_url": self.url + "/apple/notifications"}},
            "people": {}}))


@contextlib.contextmanager
def running(engine, state=None, starts=True):
    """A system for the length of a drill."""
    system = System(engine, state)
    try:
        if starts:
            system.start()
        yield system
    finally:
        system.stop()


def free_port():
    """A port below those that the system gives to outgoing connections, so that it is still free after a kill."""
    while True:
        with contextlib.closing(socket.socket()) as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", random.randrange(10_000, 20_000)))
            return listener.getsockname()[1]
