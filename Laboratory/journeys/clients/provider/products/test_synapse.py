"""Synapse, the Matrix homeserver, as Documentation/openid/matrix.md configures it. The test acts as the browser, and as a
Matrix app."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

import pytest
import requests

from harness.programs import ROOT, free_port
from harness.waiting import until
from relying_party import HearsOfLogouts, NotSignedIn, RelyingParty, SignedIn

# Chosen here, since the addresses are in siwa's configuration.
PORT = free_port()
BASE = f"http://localhost:{PORT}"
GUIDE = ROOT / "Documentation" / "openid" / "matrix.md"
APP = "http://localhost/app"  # where a Matrix app waits for its login token

CONFIGURATION = """
server_name: localhost
pid_file: {folder}/pid
report_stats: false
trusted_key_servers: []
signing_key_path: {folder}/signing.key
media_store_path: {folder}/media
macaroon_secret_key: of-this-test
form_secret: of-this-test
suppress_key_server_warning: true
listeners: [{{port: {port}, type: http, tls: false, bind_addresses: ["127.0.0.1"], resources: [{{names: [client]}}]}}]
database: {{name: sqlite3, args: {{database: {folder}/homeserver.db}}}}
log_config: {folder}/log.yaml
sso: {{client_whitelist: ["{app}"]}}
rc_login: {{address: {{per_second: 1000, burst_count: 1000}}, account: {{per_second: 1000, burst_count: 1000}}}}
"""
LOG = """
version: 1
handlers: {console: {class: logging.StreamHandler}}
root: {level: WARNING, handlers: [console]}
"""


class TestSynapse(HearsOfLogouts, RelyingParty):
    software = "matrix-synapse"
    settings = "`backchannel_logout_enabled`; `user_mapping_provider` with `localpart_template` of `sub`"
    asks_userinfo = False
    redirect_uri = f"{BASE}/_synapse/client/oidc/callback"
    at_siwa = {"backchannel_logout_uri": f"{BASE}/_synapse/client/oidc/backchannel_logout"}
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _homeserver(self, _with_siwa):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "log.yaml").write_text(LOG)
            configuration = folder / "homeserver.yaml"
            configuration.write_text(CONFIGURATION.format(folder=folder, port=PORT, app=APP) + self.as_the_guide_says())
            command = [sys.executable, "-m", "synapse.app.homeserver", "-c", configuration]
            subprocess.run([*command, "--generate-keys"], check=True, cwd=folder)
            with open(folder / "output", "wb") as output:
                process = subprocess.Popen(
                    command, cwd=folder, stdout=output, stderr=output, env={**os.environ, "SSL_CERT_FILE": str(self.tls.ca_file)}
                )
            try:
                until(lambda: serves(process), f"Synapse serves; {folder / 'output'}")
                yield
            finally:
                process.terminate()
                process.wait(timeout=60)
                print((folder / "output").read_text())  # pytest shows it if the test failed

    def as_the_guide_says(self):
        """The guide's part of homeserver.yaml, with these addresses and this client."""
        text, *_ = re.findall(r"```yaml\n(# homeserver.yaml\n.*?)```", GUIDE.read_text(), re.S)
        for example, ours in (
            ("https://matrix.example.com", BASE),
            ("https://id.example.com", self.issuer),
            ("client_id: matrix", f"client_id: {self.client_id}"),
            ("<the secret>", self.client_secret),
        ):
            assert example in text
            text = text.replace(example, ours)
        return text

    def set_up(self):
        self.visitor = requests.Session()
        self.app = None

    def begin(self):
        path = "/_matrix/client/v3/login/sso/redirect/oidc-apple?" + urllib.parse.urlencode({"redirectUrl": APP})
        location = self.visitor.get(BASE + path, allow_redirects=False).headers["Location"]
        for cookie in self.visitor.cookies:
            cookie.secure = False  # as browsers do for localhost
        return location

    def finish(self, arrival):
        answer = self.visitor.get(arrival.url, allow_redirects=False)
        location = answer.headers.get("Location", "")
        if "loginToken=" not in location:
            raise NotSignedIn(answer.text)
        token = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["loginToken"][0]
        login = requests.post(f"{BASE}/_matrix/client/v3/login", json={"type": "m.login.token", "token": token}).json()
        self.app = {"Authorization": f"Bearer {login['access_token']}"}
        user = login["user_id"]
        profile = self.matrix(f"profile/{urllib.parse.quote(user)}").json()
        (address,) = (each["address"] for each in self.matrix("account/3pid").json()["threepids"])
        return SignedIn(re.fullmatch(r"@(.*):localhost", user)[1], address, profile["displayname"], None, None)

    def matrix(self, path):
        return requests.get(f"{BASE}/_matrix/client/v3/{path}", headers=self.app)

    def expect_to_hear(self, person):
        until(lambda: self.matrix("account/whoami").status_code == 401, "Synapse ends the session of the Matrix app")

    def test_shows_a_person_who_cancelled_words_that_they_understand(self):
        cancelled = self.browser.open(self.begin(), cancels=True)
        page = self.visitor.get(cancelled.url, allow_redirects=False)
        assert "The sign-in was cancelled, or this account cannot be used here." in page.text


def serves(process):
    assert process.poll() is None, "Synapse ended"
    try:
        return requests.get(f"{BASE}/_matrix/client/versions", timeout=10).status_code == 200
    except (requests.ConnectionError, requests.Timeout):
        return False
