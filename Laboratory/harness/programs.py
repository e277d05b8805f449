"""The built programs as child processes."""

import contextlib
import fcntl
import functools
import json
import os
import pathlib
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping

from .shapes import StrPath
from .waiting import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("SIWA_BUILT_PROGRAMS", ROOT / "Programs" / ".build" / "debug"))


class Refused(Exception):
    """A program ended instead of serving. Contains its exit code and output."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"left with {status}: {words[-400:].strip()}")
        self.status, self.words = status, words


class Program:
    """A child process whose first line on standard output is JSON with its addresses."""

    def __init__(
        self, arguments: Iterable[object], log: StrPath, environment: Mapping[str, str] | None = None, errors: StrPath | None = None
    ) -> None:
        """If `errors` is set, the standard error goes there instead of to `log`."""
        log = pathlib.Path(log)
        begins = log.stat().st_size if log.exists() else 0
        begun = time.monotonic()
        with open(errors or log, "ab") as said:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, env=environment
            )
        assert self.process.stdout is not None
        self.output = self.process.stdout
        ready, _, _ = select.select([self.output], [], [], PATIENCE)
        line = self.output.readline() if ready else b""
        self.took = time.monotonic() - begun
        if not line:
            self.kill()
            words = log.read_bytes()[begins:].decode(errors="replace") if log.exists() else ""
            raise Refused(self.process.returncode, words)
        self.facts = json.loads(line)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.output.close()

    def stop(self) -> None:
        self.process.terminate()
        self.ends(PATIENCE)
        self.kill()

    def ends(self, seconds: float) -> bool:
        """Whether the process ends within this time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
            return True
        return False


def siwa(*arguments: StrPath, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command of `siwa` that ends by itself, and returns its exit code and output."""
    return subprocess.run([BUILT / "siwa", *arguments], capture_output=True, text=True, errors="replace", env=environment, timeout=PATIENCE)


INTERPRETERS = {
    "Python": ([sys.executable], "py"),
    # Node.js 18 tries only the first address of localhost, which may be ::1. The service listens on 127.0.0.1.
    "Node": (["node", "--dns-result-order=ipv4first"], "mjs"),
    "Ruby": (["ruby"], "rb"),
}


def example(language: str, name: str) -> list[StrPath]:
    """The command that runs an example for backends in this language. Without the interpreter, the test fails."""
    interpreter, suffix = INTERPRETERS[language]
    return [*interpreter, ROOT / "Examples" / language / f"{name}.{suffix}"]


_chosen: set[int] = set()


def free_port() -> int:
    """A free port below the ephemeral range, so that no outgoing connection takes it while a service restarts. It is this
    process's until the process ends, so that no test that runs beside it takes it meanwhile either."""
    ports = _ports()
    for port in random.sample(range(10_000, 20_000), 10_000):
        if port in _chosen:
            continue
        with contextlib.closing(socket.socket()) as listener, contextlib.suppress(OSError):
            # A lock on an octet ends with its process (https://pubs.opengroup.org/onlinepubs/9799919799/functions/fcntl.html).
            fcntl.lockf(ports, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            listener.bind(("127.0.0.1", port))
            _chosen.add(port)
            return port
    raise OSError("no port is free, or the temporary folder has no locks")


@functools.cache
def _ports() -> int:
    """A file in which each process locks the octets of its ports. It must not be closed, which would end the locks."""
    return os.open(pathlib.Path(tempfile.gettempdir()) / f"siwa-test-ports-{os.getuid()}", os.O_RDWR | os.O_CREAT, 0o600)
