"""Debian's ruby-openid-connect, in `openid_connect_client.rb`."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from journey import Journey, NotSignedIn, SignedIn


class TestRubyOpenidConnect(Journey):
    software = "ruby-openid-connect"
    finds_apple_by = "URLs"
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _ruby(self, apple):
        ruby = shutil.which("ruby")
        if ruby is None or subprocess.run([ruby, "-e", "require 'openid_connect'"], capture_output=True).returncode:
            assert not os.environ.get("CI"), "ruby-openid-connect is missing: Scripts/bootstrap test installs it"
            pytest.skip("ruby-openid-connect is missing: Scripts/bootstrap test installs it")
        settings = {
            "client_id": "com.example.web", "client_secret": apple.client_secret(), "return_url": self.return_url,
            "base_url": apple.base_url, "issuer": apple.issuer}
        self.program = subprocess.Popen(
            [ruby, pathlib.Path(__file__).with_name("openid_connect_client.rb"), json.dumps(settings)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        yield
        self.program.communicate(timeout=10)

    def _tell(self, *command):
        self.program.stdin.write(json.dumps(command) + "\n")
        self.program.stdin.flush()
        answer = json.loads(self.program.stdout.readline())
        if "error" in answer:
            raise NotSignedIn(answer["error"])
        return answer["answer"]

    def begin(self):
        return self._tell("begin")

    def finish(self, answer):
        return SignedIn(**self._tell("finish", answer["fields"]["code"]))

    def refresh(self, refresh_token):
        self._tell("refresh", refresh_token)

    def revoke(self, refresh_token):
        self._tell("revoke", refresh_token)
