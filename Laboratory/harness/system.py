"""The emulator and the service together, started as an operator would."""

import concurrent.futures
import contextlib
import itertools
import json
import pathlib
import secrets
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, Unpack

from . import web
from .emulator import APP, KEY, TEAM, WEB, Emulator, one_team
from .keys import new_key, write_key
from .people import NAME, Person
from .programs import BUILT, Program, free_port, siwa
from .shapes import JSON, JSONObject, LimitedRequest, StrPath
from .waiting import until


class System:
    """An emulator, and services with one database and one public URL, each on a port of its own."""

    environment: Mapping[str, str] | None = None  # of the service and its commands; None means this program's own

    def __init__(
        self,
        folder: StrPath,
        services: int = 1,
        emulator_host: str = "127.0.0.1",
        emulator_options: Sequence[StrPath] = (),
        emulator_tls: bool = False,
        state: pathlib.Path | None = None,
        public_url: str | None = None,
        web_client: JSONObject | None = None,
        more_clients: dict[str, JSONObject] | None = None,
        more_teams: JSONObject | None = None,
        emulator: Emulator | None = None,
        **settings: JSON,
    ) -> None:
        """`settings` are added to the service's configuration, and `web_client` to that of its web client. `state` is the
        folder for what must survive it.

        `more_clients` are Services IDs of the team, with the same return URL at Apple, by their names in the configuration.
        `more_teams` are other teams at Apple. `emulator` is that of another system, if two systems are at one Apple.
        `public_url` is the URL of a proxy; without one, browsers reach the first service directly.
        """
        self.folder, self.settings, self.web_client = pathlib.Path(folder), settings, web_client or {}
        self.more_clients = more_clients or {}
        self.state = state or self.folder
        self.ports = [free_port() for _ in range(services)]
        self.port, self.url = self.ports[0], public_url or f"http://localhost:{self.ports[0]}"
        self.programs: list[Program | None] = [None] * services
        self.numbers = itertools.count(1)
        self.key_file = self.folder / f"AuthKey_{KEY}.p8"
        self.emulator = emulator or Emulator(
            self.folder, self._at_apple(more_teams or {}), f"{emulator_host}:0", emulator_options, emulator_tls
        )
        self.control = self.emulator.control

    def _at_apple(self, more_teams: JSONObject) -> JSONObject:
        """The emulator's configuration."""
        services_ids = [WEB, *(client["id"] for client in self.more_clients.values())]
        found = one_team(
            self.folder,
            {client: [f"{self.url}/web/callback"] for client in services_ids},
            notification_url=f"{self.url}/apple/notifications",
        )
        found["teams"] |= more_teams
        return found

    @property
    def service(self) -> Program:
        program = self.programs[0]
        assert program is not None, "the service was never started"
        return program

    @property
    def log(self) -> pathlib.Path:
        return self.folder / "siwa-0.log"

    def configuration(self, place: int = 0) -> pathlib.Path:
        """Writes the configuration file of one service from the current settings."""
        apple = self.emulator.url
        found: JSONObject = {
            "public_url": self.url,
            "listen": f"127.0.0.1:{self.ports[place]}",
            "database": str(self.state / "accounts.sqlite"),
            "secrets_directory": str(self.state / "secrets"),
            "apple": {"base_url": apple, "issuer": apple},
            # By default, people who hide their address are asked. The tests of the question turn it on.
            "sign_in": {"question": "never"},
            "teams": {
                "example": {
                    "team_id": TEAM,
                    "keys": {KEY: {"file": str(self.key_file)}},
                    "clients": {
                        "app": {"id": APP, "kind": "native"},
                        "web": {"id": WEB, "kind": "web", "return_urls": [f"{self.url}/"]} | self.web_client,
                    }
                    | self.more_clients,
                }
            },
        }
        for name, value in self.settings.items():
            found[name] = found.get(name, {}) | value if isinstance(value, dict) else value
        path = self.folder / f"siwa-{place}.json"
        path.touch(mode=0o600)
        path.write_text(json.dumps(found))
        return path

    def start(
        self,
        place: int = 0,
        program: Sequence[str] = ("siwa", "serve", "--config"),
        options: Sequence[StrPath] = (),
        prefix: Sequence[StrPath] = (),
        environment: Mapping[str, str] | None = None,
        errors: StrPath | None = None,
    ) -> None:
        """Starts one service, with the command in `prefix` if there is one."""
        arguments = [*prefix, BUILT / program[0], *program[1:], self.configuration(place), *options]
        self.programs[place] = Program(arguments, self.folder / f"siwa-{place}.log", environment or self.environment, errors)

    def start_all_at_once(self) -> None:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            list(pool.map(self.start, range(len(self.ports))))

    def restart(self) -> None:
        self.service.stop()
        self.start()

    def stop_services(self) -> None:
        for program in filter(None, self.programs):
            program.stop()

    def stop(self) -> None:
        self.stop_services()
        self.emulator.stop()

    def command(self, *arguments: StrPath) -> subprocess.CompletedProcess[str]:
        """Runs another command of `siwa` on the same database."""
        return siwa(*arguments, "--config", self.configuration(), environment=self.environment)

    def key(self, *scopes: str) -> str:
        """Creates a service key for the app's backend, as an operator would."""
        made = self.command("credentials", "create", "--name", "shop", *(word for scope in scopes for word in ("--scope", scope)))
        assert made.returncode == 0, made
        return made.stdout.strip()

    def add_signing_key(self, made_at: int) -> str:
        """Adds a key for access tokens with this creation time, in seconds since 1970, and returns its id."""
        key_id = f"{made_at}-{secrets.token_hex(4)}"
        write_key(self.state / "secrets" / f"access-token-{key_id}.pem", new_key())
        return key_id

    def new_person(self) -> str:
        """Creates a new person at the emulator, called Grace Hopper."""
        key = f"person-{next(self.numbers)}"
        self.control("people", {"key": key, "email": f"{key}@example.com", "name": NAME})
        return key

    def connect(self, place: int = 0) -> web.Connection:
        """A persistent connection to one service."""
        return web.Connection(self.ports[place])

    def send(self, method: str, path: str, **more: Unpack[LimitedRequest]) -> web.Answer | None:
        """Sends a request to the first service. Returns None if there is no complete answer."""
        return web.send(self.port, method, path, **more)

    def backend(self, key: str, path: str, body: JSON = None) -> JSON:
        """Sends a request of the app's backend with its service key, and returns the JSON."""
        answer = self.send("GET" if body is None else "POST", path, body=body, token=key)
        assert answer is not None and answer.status < 300, f"{path} was answered {answer}"
        return answer.json

    def until_revoked(self) -> None:
        """Waits until Apple has revoked a permission and the service knows it. Until then, who comes back is told to try again."""
        revoked = until(lambda: self.emulator.log("/auth/revoke"), "the permission is revoked")
        assert [entry["status"] for entry in revoked] == [200]

        def is_settled() -> bool:
            answer = self.send("GET", "/metrics")
            return answer is not None and b'siwa_outbox_items{kind="revocation"} 0\n' in answer.body

        until(is_settled, "the service knows it")

    def sign_in(self, person: str = "ada", **attempt: JSON) -> JSONObject:
        """Signs a person in and returns the session as an app gets it, with Apple's identity token."""
        somebody = Person(self, person)
        message = somebody.credential(**attempt)
        assert isinstance(message, dict), message
        answer = somebody.submit(message)
        assert answer is not None and answer.status == 200, answer
        session: JSONObject = answer.json
        return session | {"apple": message["identity_token"]}


SomeSystem = TypeVar("SomeSystem", bound=System)


@contextlib.contextmanager
def running(folder: StrPath, **more: JSON) -> Iterator[System]:
    """A system with its services."""
    with started(System(folder, **more)) as system:
        yield system


@contextlib.contextmanager
def started(system: SomeSystem) -> Iterator[SomeSystem]:
    """Starts the services one after another, since the first creates the keys that all of them use."""
    try:
        for place in range(len(system.ports)):
            system.start(place)
        yield system
    finally:
        system.stop()
