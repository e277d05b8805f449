"""Clients in other languages, in a short program that reads one JSON command per line and answers each with a line."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from relying_party import NotSignedIn, SignedIn


class LineProgram:
    """A mixin for a RelyingParty whose `program`, in this folder, is run by `interpreter`."""

    interpreter = program = ""
    requires = ()  # arguments with which the interpreter fails if the client is not installed
    debian_package = ""
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _running(self, _with_siwa):
        found = shutil.which(self.interpreter)
        if found is None or subprocess.run([found, *self.requires], capture_output=True).returncode:
            missing = f"{self.debian_package} is missing: Scripts/bootstrap test installs it"
            assert not os.environ.get("CI"), missing
            pytest.skip(missing)
        self.running = subprocess.Popen(
            [
                found,
                pathlib.Path(__file__).with_name(self.program),
                json.dumps(
                    {
                        "issuer": self.issuer,
                        "client_id": self.client_id,
                        "client_secret": self.client_secret,
                        "redirect_uri": self.redirect_uri,
                    }
                ),
            ],
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

    def finish(self, arrival):
        return SignedIn(**self.tell("finish", arrival.fields["code"]))

    def refresh(self, refresh_token):
        return self.tell("refresh", refresh_token)
