"""The emulator as a child process."""

from __future__ import annotations

import json
import os
import pathlib
import platform
import selectors
import shutil
import subprocess
import sys
import tempfile
import time

from ._client import Client


class EmulatorDidNotStart(Exception):
    """The program ended, or said nothing in time. The message holds what it wrote."""


# Becomes the program, beside a child that ends it, and removes its folder ($0), when standard input ends: when the test that
# started it does, even by SIGKILL.
WATCHER = (
    'exec 3<&0; (while read -r line <&3; do :; done; kill -0 "$$" && rm -rf "$0"; kill "$$") >/dev/null 2>&1 & exec "$@" </dev/null 3<&-'
)


def program() -> str:
    """The path of the program: the one that APPLE_ID_EMULATOR names, the package's, or one on PATH."""
    if named := os.environ.get("APPLE_ID_EMULATOR"):
        if not (os.path.isfile(named) and os.access(named, os.X_OK)):
            raise EmulatorDidNotStart(f"APPLE_ID_EMULATOR names {named}, which is not a program.")
        return named
    packaged = pathlib.Path(__file__).parent / "bin" / "apple-id-emulator"
    found = str(packaged) if packaged.exists() else _on_path()
    if not found:
        raise EmulatorDidNotStart(
            f"This package has no apple-id-emulator for {sys.platform}-{platform.machine()}. Install one of its packages or build it "
            "from source, and put it on PATH or name it in APPLE_ID_EMULATOR."
        )
    return found


def _on_path() -> str | None:
    """A program, and not the command of a package such as this one, which would look for the program, too."""
    for folder in os.get_exec_path():
        found = shutil.which("apple-id-emulator", path=folder)
        if found:
            with open(found, "rb") as file:
                if file.read(2) != b"#!":
                    return found
    return None


def main() -> None:
    """The command `apple-id-emulator`: becomes the program."""
    try:
        path = program()
    except EmulatorDidNotStart as error:
        sys.exit(f"apple-id-emulator: {error}")
    os.execv(path, ["apple-id-emulator", *sys.argv[1:]])


class AppleIDEmulator(Client):
    """A running emulator on a free port of this machine, for `with`.

    Without `--config` among the options, it has an example: `app`, `service`, `team_id`, `key_id`, `key_file` (the private key,
    for client secrets) and the people maya, tomas and aiko. Every emulator also has test people, such as declined and no-email,
    whose name decides what happens when they sign in.
    """

    def __init__(self, *options: str, seconds: float = 30) -> None:
        path = program()
        self._folder = tempfile.TemporaryDirectory(prefix="apple-id-emulator-")
        folder = pathlib.Path(self._folder.name)
        words = ["/bin/sh", "-c", WATCHER, str(folder), path, *options]
        if "--listen" not in options:
            words += ["--listen", "127.0.0.1:0"]
        if not {"--config", "--keys-in"} & set(options):
            words += ["--keys-in", str(folder)]
        self._errors = folder / "standard-error"
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            facts = self._first_line(seconds)
        except BaseException:
            self.stop()
            raise
        self.base_url: str = facts["base_url"]
        self.issuer: str = facts["issuer"]
        self._control_url = facts.get("control_url") or facts.get("loopback_url") or self.base_url
        for name in ("team_id", "key_id", "key_file", "app", "service", "mail"):
            setattr(self, name, facts.get(name))

    def _first_line(self, seconds: float) -> dict:
        """The line of JSON that the program prints once it listens."""
        output, line, end = self._process.stdout, b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0, end - time.monotonic())):
                    raise EmulatorDidNotStart(f"apple-id-emulator said nothing within {seconds:g} seconds\n{self.errors()}")
                part = os.read(output.fileno(), 65536)
                if not part:
                    raise EmulatorDidNotStart(f"apple-id-emulator ended with {self._process.wait()}\n{self.errors()}")
                line += part
        return json.loads(line.split(b"\n")[0])

    def errors(self) -> str:
        """What the program has written to standard error: its log."""
        return self._errors.read_text(errors="replace")

    def stop(self) -> None:
        """Ends the program. A second call does nothing."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
        self._folder.cleanup()

    def __enter__(self) -> AppleIDEmulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
