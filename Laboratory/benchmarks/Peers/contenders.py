"""The contenders: how to start and call each of them, and what each omits."""

import contextlib
import os
import pathlib
import subprocess
import sys
import time

from cryptography.hazmat.primitives.asymmetric import rsa

import load
import processes
from harness.emulator import APP
from harness.keys import pem
from harness.programs import free_port
from harness.waiting import PATIENCE

HERE = pathlib.Path(__file__).resolve().parent


class Unable(Exception):
    """A contender that cannot take part, with the reason."""


class Contender:
    """A service that signs people in. Those in this folder share the paths and messages below."""

    name = title = ""
    # What readers of a figure must know: what this contender does not do, or does in addition.
    omits = ""
    has_nonce = has_attempts = has_refresh = True
    paths = {"begin": "/attempts", "sign in": "/sign-in", "refresh": "/refresh", "check": "/session"}

    has_postgresql = True

    def __init__(self, apple, folder, server=None):
        """Takes a PostgreSQL `server`, on which it gets a database of its own, instead of using a file."""
        self.apple, self.folder = apple, folder / self.name
        self.folder.mkdir()
        self.database = server.new_database().url if server else str(self.folder / "accounts.sqlite")
        self.process = self.port = None

    def prepare(self):
        """Performs the steps before the first start."""

    def start(self):
        """Starts it, and returns the seconds until its first answer."""
        self.port = free_port()
        begun = time.monotonic()
        self.process = self.launch()
        while True:
            if self.process.poll() is not None or time.monotonic() - begun > PATIENCE:
                raise Unable(f"it does not serve; its log ends with {self.log.read_text()[-1000:]!r}")
            with contextlib.suppress(OSError):
                if load.ask(self.port, self.nobody()).status:
                    return time.monotonic() - begun
            time.sleep(0.002)

    @property
    def log(self):
        return self.folder / "log"

    def launch(self):
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command(), cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def command(self):
        """Returns the program with its arguments, by default those of every contender in this folder."""
        return [*self.program(), "--port", str(self.port), "--emulator", self.apple.url, "--database", self.database]

    def program(self):
        raise NotImplementedError

    def environment(self):
        """Returns the environment without this package, whose modules the contenders must not import."""
        return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
            self.process = None

    def processes(self):
        return processes.family(self.process.pid)

    # Its requests.

    def nobody(self):
        """Returns a session check without a token, which needs no database."""
        return load.request("GET", self.paths["check"])

    def begin(self):
        return load.request("POST", self.paths["begin"], {})

    def sign_in(self, identity_token, nonce, attempt):
        """Takes in `attempt` the answer to `begin`, or nothing if the contender has no attempts."""
        return load.request(
            "POST",
            self.paths["sign in"],
            {"identity_token": identity_token, **({"attempt": attempt["attempt"]} if attempt else {"nonce": nonce})},
        )

    def session(self, answer):
        """Returns access and refresh token from an answer to a sign-in or a refresh."""
        return answer["access_token"], answer["refresh_token"]

    def refresh(self, refresh_token):
        return load.request("POST", self.paths["refresh"], {"refresh_token": refresh_token})

    def check(self, access_token):
        return load.request("GET", self.paths["check"], headers={"Authorization": f"Bearer {access_token}"})


class Siwa(Contender):
    name, title = "siwa", "siwa"
    omits = "keeps an audit beside the session; is sent no code here"
    paths = {"begin": "/v1/native/attempts", "sign in": "/v1/native/sign-in", "refresh": "/v1/sessions/refresh", "check": "/v1/account"}

    def start(self):
        begun = time.monotonic()
        self.apple.system.start()
        self.process, self.port = self.apple.system.service.process, self.apple.system.port
        load.ask(self.port, self.nobody())
        return time.monotonic() - begun

    def stop(self):
        self.apple.system.stop_services()

    def begin(self):
        return load.request("POST", self.paths["begin"], {"client": "app"})

    def refresh(self, refresh_token):
        return load.request("POST", self.paths["refresh"], {"refresh_token": refresh_token, "client": "app"})


class Lean(Contender):
    name, title = "lean", "Starlette, raw SQL, one process"
    omits = (
        "no audit; attempts are signed, not stored; keys that live as long as its process; one thread, so that on SQLite each "
        "commit waits for the disk by itself"
    )

    def program(self):
        return [sys.executable, HERE / "servers" / "lean.py"]


class FastAPI(Contender):
    name, title = "fastapi", "FastAPI, SQLAlchemy, joserfc, one process"
    omits = (
        "no audit; keys that live as long as its process; Apple's keys are fetched at its start and never again; its pool "
        "has no limit, since with one its session checks stood still at 128 connections"
    )

    def program(self):
        return [sys.executable, HERE / "servers" / "fastapi_service.py"]


class Allauth(Contender):
    """django-allauth, headless, with its default for apps: a session's own key as its token."""

    name, title, strategy = "allauth", "django-allauth headless, session tokens, gunicorn with 2 workers", "session"
    omits = (
        "no nonce, no refresh, no audit; Apple's keys are fetched at every sign-in, here over loopback and without TLS; "
        "gunicorn's default workers close the connection after every answer"
    )
    has_nonce = has_attempts = has_refresh = False
    paths = {
        "sign in": "/_allauth/app/v1/auth/provider/token",
        "check": "/_allauth/app/v1/auth/session",
        "refresh": "/_allauth/app/v1/tokens/refresh",
    }

    def prepare(self):
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        (self.folder / "jwt.pem").write_bytes(pem(key))
        made = subprocess.run(
            [sys.executable, "-m", "django", "migrate", "--verbosity", "0"],
            env=self.environment(),
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise Unable(made.stderr[-1000:])

    def command(self):
        return [
            sys.executable,
            "-m",
            "gunicorn",
            "--bind",
            f"127.0.0.1:{self.port}",
            "--workers",
            "2",
            "--log-level",
            "error",
            "django.core.wsgi:get_wsgi_application()",
        ]

    def environment(self):
        return super().environment() | {
            "PYTHONPATH": str(HERE / "servers"),
            "DJANGO_SETTINGS_MODULE": "allauth_settings",
            "PEER_SECRET": "s" * 50,
            "PEER_DATABASE": self.database,
            "PEER_APPLE_KEYS": f"{self.apple.url}/auth/keys",
            "PEER_STRATEGY": self.strategy,
            "PEER_JWT_KEY": str(self.folder / "jwt.pem"),
        }

    def sign_in(self, identity_token, nonce, attempt):
        return load.request(
            "POST",
            self.paths["sign in"],
            {"provider": "apple", "process": "login", "token": {"client_id": APP, "id_token": identity_token}},
        )

    def session(self, answer):
        return answer["meta"]["session_token"], None

    def check(self, access_token):
        return load.request("GET", self.paths["check"], headers={"X-Session-Token": access_token})


class AllauthTokens(Allauth):
    name, title, strategy = "allauth-jwt", "the same with its strategy of signed tokens (RS256)", "jwt"
    omits = "no nonce, no audit; the rest as above"
    has_refresh = True
    check = Contender.check

    def session(self, answer):
        found = answer["data"] if "access_token" in answer["data"] else answer["meta"]
        return found["access_token"], found["refresh_token"]


class Plain(Contender):
    """A program that is named by an option.

    Its nonce comes from its client. As in apps, the identity token must have the nonce's SHA-256 in lowercase
    hexadecimal as `nonce`. The issuer is that of `apple.py`, the audience the harness's app.
    """

    name, title, path = "plain", "a plain arrangement in Swift", None
    omits = "no attempts, so a nonce is whatever its client says"
    has_attempts = has_postgresql = False

    def program(self):
        return [self.path]


KINDS = [Siwa, Plain, Lean, FastAPI, Allauth, AllauthTokens]


def chosen(only, plain, is_postgresql):
    """Returns the contenders that take part, siwa first, and the reasons why others do not."""
    Plain.path = plain and plain.resolve()
    taking_part, left_out = [], {}
    for kind in KINDS:
        if is_postgresql and not kind.has_postgresql:
            left_out[kind.name] = "it is written for SQLite"
        elif kind is Plain and not plain:
            left_out[kind.name] = "--plain names no program"
        elif kind is Siwa or not only or kind.name in only:
            taking_part.append(kind)
    return taking_part, left_out
