"""JupyterHub with oauthenticator's generic class. The test acts as the browser, and as a service of the hub that looks up who
signed in."""

import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import pytest
import requests

from harness.programs import free_port
from harness.waiting import until
from relying_party import NotSignedIn, RelyingParty, SignedIn

# Chosen here, since the address is in siwa's configuration.
PORT = free_port()
BASE = f"http://localhost:{PORT}/hub"
KEY = "of-the-service-in-this-test-alone"

CONFIGURATION = """
from jupyterhub.proxy import Proxy


class NoProxy(Proxy):
    # the proxy is a program of its own; nobody opens a notebook here
    should_start = False
    routes = {{}}

    async def add_route(self, routespec, target, data):
        self.routes[routespec] = {{"routespec": routespec, "target": target, "data": data}}

    async def delete_route(self, routespec):
        self.routes.pop(routespec, None)

    async def get_all_routes(self):
        return self.routes


c.JupyterHub.proxy_class = NoProxy
c.JupyterHub.bind_url = c.JupyterHub.hub_bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.db_url = "sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{folder}/cookie_secret"
c.JupyterHub.redirect_to_server = False
c.JupyterHub.services = [{{"name": "test", "api_token": "{key}"}}]
c.JupyterHub.load_roles = [{{"name": "test", "services": ["test"], "scopes": ["admin:users", "admin:auth_state"]}}]
c.JupyterHub.authenticator_class = "generic-oauth"
c.Authenticator.enable_auth_state = True
c.Authenticator.allow_all = True
c.CryptKeeper.keys = [32 * b"k"]
c.GenericOAuthenticator.client_id = "{client_id}"
c.GenericOAuthenticator.client_secret = "{client_secret}"
c.GenericOAuthenticator.authorize_url = "{issuer}/oauth/authorize"
c.GenericOAuthenticator.token_url = "{issuer}/oauth/token"
c.GenericOAuthenticator.userdata_url = "{issuer}/oauth/userinfo"
c.GenericOAuthenticator.oauth_callback_url = "{redirect_uri}"
c.GenericOAuthenticator.scope = ["openid", "profile", "email"]
c.GenericOAuthenticator.username_claim = "sub"
c.GenericOAuthenticator.logout_redirect_url = "{logout}"
"""


class TestJupyterHub(RelyingParty):
    software = "jupyterhub, oauthenticator"
    settings = "`scope` with `profile` and `email`; `username_claim`: `sub`; `logout_redirect_url`"
    finds_siwa_by = "URLs"
    authentication = "client_secret_post"
    verified_by = "nobody"
    redirect_uri = f"{BASE}/oauth_callback"
    refusal = NotSignedIn

    @pytest.fixture(autouse=True)
    def _hub(self, _with_siwa):
        logout = f"{self.issuer}/oauth/logout?" + urllib.parse.urlencode(
            {"client_id": self.client_id, "post_logout_redirect_uri": self.goodbye}
        )
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "configuration.py").write_text(
                CONFIGURATION.format(
                    port=PORT,
                    folder=folder,
                    key=KEY,
                    client_id=self.client_id,
                    client_secret=self.client_secret,
                    issuer=self.issuer,
                    redirect_uri=self.redirect_uri,
                    logout=logout,
                )
            )
            with open(folder / "output", "wb") as output:
                process = subprocess.Popen(
                    [sys.executable, "-m", "jupyterhub", "-f", folder / "configuration.py"],
                    cwd=folder,
                    stdout=output,
                    stderr=output,
                    env=dict(os.environ),
                )
            try:
                until(lambda: serves(process), "JupyterHub serves")
                yield
            finally:
                process.terminate()
                process.wait(timeout=60)
                print((folder / "output").read_text())  # pytest shows it if the test failed

    def set_up(self):
        self.visitor = requests.Session()

    def begin(self):
        return self.visitor.get(f"{BASE}/oauth_login", allow_redirects=False).headers["Location"]

    def finish(self, arrival):
        answer = self.visitor.get(arrival.url, allow_redirects=False)
        if answer.status_code != 302:
            raise NotSignedIn(answer.text)
        page = self.visitor.get(f"{BASE}/home").text
        users = requests.get(f"{BASE}/api/users", headers={"Authorization": f"token {KEY}"}).json()
        (user,) = (each for each in users if each["name"] in page)
        state = requests.get(f"{BASE}/api/users/{user['name']}", headers={"Authorization": f"token {KEY}"}).json()["auth_state"]
        person = state["oauth_user"]
        return SignedIn(user["name"], person["email"], person["name"], None, state["refresh_token"])

    def log_out(self, person):
        return self.visitor.get(f"{BASE}/logout", allow_redirects=False).headers["Location"]

    def test_shows_a_person_who_cancelled_words_that_they_understand(self):
        cancelled = self.browser.open(self.begin(), cancels=True)
        page = self.visitor.get(cancelled.url, allow_redirects=False)
        assert page.status_code == 400
        assert "The sign-in was cancelled, or this account cannot be used here." in page.text


def serves(process):
    assert process.poll() is None, "JupyterHub ended"
    try:
        return requests.get(f"{BASE}/api", timeout=10).status_code == 200
    except (requests.ConnectionError, requests.Timeout):
        return False
