"""oidc-client, a command for developers' machines. It listens on loopback, and its browser's command prints the address."""

import json
import os
import subprocess
import sys

import pytest
import requests

from harness.waiting import PATIENCE
from relying_party import NotSignedIn, RelyingParty, SignedIn, claims


class TestOidcClient(RelyingParty):
    software = "oidc-client"
    kind = "public"
    authentication = "none"
    redirect_uri = "http://127.0.0.1/oauth2/callback"  # siwa accepts any port, and this client's default is 39303
    goodbye = "http://127.0.0.1/goodbye"
    verified_by = "nobody"
    asks_userinfo = False
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _command(self, _with_siwa):
        with subprocess.Popen(
            [sys.executable, "-m", "oidc_client", "login", "--interactive", "--issuer", self.issuer, "--client-id", self.client_id],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"BROWSER": "echo %s"},
        ) as self.command:
            yield
            self.command.kill()

    def begin(self):
        return self.command.stdout.readline().strip()

    def finish(self, arrival):
        assert requests.get(arrival.url).ok
        tokens = json.loads(self.command.communicate(timeout=PATIENCE)[0])
        person = claims(tokens["id_token"])
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])
