"""Clients in other languages, in a short program that reads one JSON command per line and answers each with a line."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from journey import NotSignedIn, SignedIn


class LineProgram:
    """A mixin for a Journey whose `program`, in this folder, is run by `interpreter`."""

    interpreter = program = ""
    requires = ()  # arguments with which the interpreter fails if the client is not installed
    debian_package = ""
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _running(self, apple):
        found = shutil.which(self.interpreter)
        if found is None or subprocess.run([found, *self.requires], capture_output=True).returncode:
            missing = f"{self.debian_package} is missing: Scripts/bootstrap test installs it"
            assert not os.environ.get("CI"), missing
            pytest.skip(missing)
        settings = {
            "client_id": "com.example.web",
            "client_secret": apple.client_secret(),
            "return_url": self.return_url,
            "base_url": apple.url,
            "issuer": apple.issuer,
        }
        self.running = subprocess.Popen(
            [found, pathlib.Path(__file__).with_name(self.program), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        yield
        with contextlib.suppress(BrokenPipeError):
            self.running.communicate(timeout=60)

    def tell(self, *command):
        self.running.stdin.write(json.dumps(command) + "\n")
        self.running.stdin.flush()
        answer = json.loads(self.running.stdout.readline())
        if "error" in answer:
            raise NotSignedIn(answer["error"])
        return answer["answer"]

    def begin(self):
        return self.tell("begin")

    def finish(self, answer):
        return SignedIn(**self.tell("finish", answer["fields"]["code"]))

    def refresh(self, refresh_token):
        self.tell("refresh", refresh_token)
