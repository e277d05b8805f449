"""The emulator as a child process."""
from __future__ import annotations

import json
import os
import pathlib
import selectors
import subprocess
import sys
import tempfile
import time

from ._client import Client


class EmulatorDidNotStart(Exception):
    """The program ended, or said nothing in time. The message holds what it wrote."""


def program() -> str:
    """The path of the program, or of the one that APPLE_ID_EMULATOR names."""
    return os.environ.get("APPLE_ID_EMULATOR") or str(pathlib.Path(__file__).parent / "bin" / "apple-id-emulator")


def main() -> None:
    """The command `apple-id-emulator`: becomes the program."""
    os.execv(program(), ["apple-id-emulator", *sys.argv[1:]])


class AppleIDEmulator(Client):
    """A running emulator on a free port of this machine, for `with`.

    Without `--config` among the options, it has an example: `app`, `service`, `team_id`, `key_id`, `key_file` (the private key,
    for client secrets) and the people maya, tomas and aiko. Every emulator also has test people, such as declined and no-email,
    whose name decides what happens when they sign in.
    """

    def __init__(self, *options: str, seconds: float = 30) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="apple-id-emulator-")
        folder = pathlib.Path(self._folder.name)
        words = [program(), *options]
        if "--listen" not in options:
            words += ["--listen", "127.0.0.1:0"]
        if not {"--config", "--keys-in"} & set(options):
            words += ["--keys-in", str(folder)]
        self._errors = folder / "standard-error"
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        try:
            facts = self._first_line(seconds)
        except BaseException:
            self.stop()
            raise
        self.base_url: str = facts["base_url"]
        self.issuer: str = facts["issuer"]
        for name in ("team_id", "key_id", "key_file", "app", "service", "mail"):
            setattr(self, name, facts.get(name))

    def _first_line(self, seconds: float) -> dict:
        """The line of JSON that the program prints once it listens."""
        output, line, end = self._process.stdout, b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0, end - time.monotonic())):
                    raise EmulatorDidNotStart(f"apple-id-emulator said nothing within {seconds} seconds\n{self.errors()}")
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
        self._process.stdout.close()
        self._folder.cleanup()

    def __enter__(self) -> AppleIDEmulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
