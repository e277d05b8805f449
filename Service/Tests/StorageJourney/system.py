"""The emulator and one or two services, started as an operator would, over one database."""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BrowserJourney"))
from programs import BUILT, Program, free_port  # noqa: E402

from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402

from requests_sent import Connection  # noqa: E402


class System:
    """`services` processes behind one public address; each listens on a port of its own, as behind a load balancer."""

    def __init__(self, folder, database, services=1, settings=None, apple_settings=None):
        self.folder = pathlib.Path(folder)
        self.database = database
        self.ports = [free_port() for _ in range(services)]
        self.public = f"http://localhost:{free_port()}"
        self.settings = settings or {}
        self.apple_settings = apple_settings or {}
        self.programs = [None] * services
        self._write_key()
        self._write_emulator()
        self.emulator = Program(
            [BUILT / "apple-id-emulator", "--config", self.folder / "emulator.json", "--listen", "127.0.0.1:0"],
            self.folder / "emulator.log")
        self.apple = self.emulator.facts["base_url"]
        for place in range(services):
            self._write_service(place)

    def start(self, place=0, program=("siwa", "serve", "--config"), options=(), prefix=()):
        """Starts one service; what stands in `prefix` starts the program in turn."""
        assert self.programs[place] is None
        arguments = [*prefix, BUILT / program[0], *program[1:], self.configuration(place), *options]
        self.programs[place] = Program(arguments, self.folder / f"siwa-{place}.log")
        self.has_prefix = bool(prefix)

    def start_all_at_once(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            list(pool.map(self.start, range(len(self.ports))))

    def stop_services(self):
        for place, program in enumerate(self.programs):
            if program and self.has_prefix:
                stop_children(program.process)
            if program:
                program.stop()
            self.programs[place] = None

    def stop(self):
        self.stop_services()
        self.emulator.stop()

    def configuration(self, place):
        return self.folder / f"siwa-{place}.json"

    def log(self, place=0):
        return (self.folder / f"siwa-{place}.log").read_text()

    def connect(self, place=0):
        return Connection(self.ports[place], self.public)

    def control(self, path, body=None, method=None):
        """A control call of the emulator, which has to succeed."""
        with Connection(int(self.apple.rsplit(":", 1)[1]), self.apple) as connection:
            answer = connection.ask(method or ("GET" if body is None else "POST"), f"/_emulator/{path}", json_body=body)
        assert 200 <= answer.status < 300, f"{path}: {answer.status} {answer.text}"
        return answer.json() if answer.text else None

    def apple_log(self, path):
        """What Apple was asked at a path since the log was cleared."""
        return [entry for entry in self.control("log")["entries"] if entry["path"] == path]

    def clear_apple_log(self):
        self.control("log", method="DELETE")

    def _write_key(self):
        pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.key_file = self.folder / "AuthKey_TESTKEY001.p8"
        self.key_file.write_bytes(pem)
        self.key_file.chmod(0o600)

    def _write_emulator(self):
        (self.folder / "emulator.json").write_text(json.dumps({
            "teams": {"example": {
                "team_id": "TEAM000001",
                "keys": {"TESTKEY001": {"private_key_file": str(self.key_file)}},
                "apps": {"com.example.app": {"primary": True}},
                "services": {"com.example.web": {
                    "primary_app": "com.example.app", "return_urls": [f"{self.public}/web/callback"]}},
            }},
            "people": {"nobody": {"email": "nobody@example.com", "password": "p"}},
        }))

    def _write_service(self, place):
        path = self.configuration(place)
        path.touch(mode=0o600)
        path.write_text(json.dumps({
            "public_url": self.public, "listen": f"127.0.0.1:{self.ports[place]}", "database": self.database,
            "secrets_directory": str(self.folder / "secrets"),
            "apple": {"base_url": self.apple, "issuer": self.apple} | self.apple_settings, "rate_limits": {"per_minute": 0},
            "teams": {"example": {
                "team_id": "TEAM000001", "keys": {"TESTKEY001": {"file": str(self.key_file)}},
                "clients": {
                    "app": {"id": "com.example.app", "kind": "native"},
                    "web": {"id": "com.example.web", "kind": "web", "return_urls": [f"{self.public}/"]},
                },
            }},
        } | self.settings))


def stop_children(process):
    """Ends what a tracer started, and so the tracer: without it, what it traced could write nothing any more."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The name, in brackets, may hold anything; then the state, then the parent.
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == process.pid:
                os.kill(int(folder.name), signal.SIGTERM)
    process.wait(60)
