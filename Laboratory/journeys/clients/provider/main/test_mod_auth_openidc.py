"""Debian's mod_auth_openidc in a real Apache with TLS, configured by discovery. The test acts as the browser."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.parse

import pytest
import requests

from emulator import signed_by_a_stranger
from harness.keys import base64url
from harness.programs import free_port
from harness.waiting import until
from relying_party import HearsOfLogouts, NotSignedIn, RelyingParty, SignedIn

MODULES = pathlib.Path("/usr/lib/apache2/modules")
# Chosen here, since both are in siwa's configuration. Logout tokens come to the second one, which is plain http, because
# siwa trusts the authorities of its machine only.
PORT, LOGOUT_PORT = free_port(), free_port()

CONFIGURATION = """
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port} https
Listen 127.0.0.1:{logout_port} http
PidFile {folder}/apache.pid
ErrorLog /dev/stderr
DocumentRoot {folder}/pages
{user}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule socache_shmcb_module {modules}/mod_socache_shmcb.so
LoadModule ssl_module {modules}/mod_ssl.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so

OIDCCABundlePath {ca}
OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
OIDCClientID {client_id}
OIDCClientSecret {client_secret}
OIDCRedirectURI {redirect_uri}
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCCryptoPassphrase of-this-test
# only so that the test sees what Apache received
OIDCPassRefreshToken On
OIDCInfoHook access_token id_token refresh_token userinfo
{more}

<Location />
    AuthType openid-connect
    Require valid-user
</Location>
<Location /goodbye>
    AuthType none
    Require all granted
</Location>
<VirtualHost 127.0.0.1:{port}>
    SSLEngine on
    SSLCertificateFile {chain}
    SSLCertificateKeyFile {key}
</VirtualHost>
"""


class ModAuthOpenidc(HearsOfLogouts, RelyingParty):
    software = "libapache2-mod-auth-openidc"
    redirect_uri = f"https://localhost:{PORT}/callback"
    goodbye = f"https://localhost:{PORT}/goodbye"
    at_siwa = {"backchannel_logout_uri": f"http://localhost:{LOGOUT_PORT}/callback?logout=backchannel"}
    refusal = NotSignedIn
    more = ""

    @pytest.fixture(autouse=True)
    def _apache(self, _with_siwa):
        apache = shutil.which("apache2") or "/usr/sbin/apache2"
        if not (os.path.exists(apache) and (MODULES / "mod_auth_openidc.so").exists()):
            assert not os.environ.get("CI"), "Apache or mod_auth_openidc is missing: Scripts/bootstrap test installs them"
            pytest.skip("Apache or mod_auth_openidc is missing: Scripts/bootstrap test installs them")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)  # Apache drops root privileges before it reads pages
            (folder / "pages").mkdir()
            (folder / "pages" / "index.html").write_text("signed in")
            (folder / "apache.conf").write_text(
                CONFIGURATION.format(
                    folder=folder,
                    port=PORT,
                    logout_port=LOGOUT_PORT,
                    modules=MODULES,
                    issuer=self.issuer,
                    client_id=self.client_id,
                    client_secret=self.client_secret,
                    redirect_uri=self.redirect_uri,
                    ca=self.tls.ca_file,
                    chain=self.tls.chain,
                    key=self.tls.key,
                    more=self.more,
                    user="User www-data\nGroup www-data" if os.getuid() == 0 else "",
                )
            )
            process = subprocess.Popen(
                [apache, "-DFOREGROUND", "-f", folder / "apache.conf"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            )
            try:
                _wait_until_serving(process)
                yield
            finally:
                process.terminate()
                process.communicate(timeout=60)

    def set_up(self):
        self.visitor = requests.Session()
        self.home = f"https://localhost:{PORT}/"

    def begin(self):
        return self.visitor.get(self.home, allow_redirects=False).headers["Location"]

    def finish(self, arrival):
        reply = self.visitor.post(arrival.url, data=arrival.fields) if arrival.mode == "form_post" else self.visitor.get(arrival.url)
        if reply.text != "signed in":
            raise NotSignedIn(reply.text)
        session = self.session()
        person = session["userinfo"]
        return SignedIn(person["sub"], person["email"], person["name"], "kept by Apache", session["refresh_token"])

    def session(self):
        return self.visitor.get(f"{self.redirect_uri}?info=json").json()

    def refresh(self, refresh_token):
        reply = self.visitor.get(
            self.redirect_uri, params={"refresh": self.home, "access_token": self.session()["access_token"]}, allow_redirects=False
        )
        arrived = urllib.parse.urlsplit(reply.headers["Location"])
        if "error_code" in arrived.query:
            raise NotSignedIn(arrived.query)
        return self.session()["refresh_token"]

    def log_out(self, person):
        return self.visitor.get(self.redirect_uri, params={"logout": self.goodbye}, allow_redirects=False).headers["Location"]

    def expect_to_hear(self, person):
        until(lambda: self.visitor.get(self.home, allow_redirects=False).status_code == 302, "Apache ends its session")

    def test_refuses_a_logout_token_that_siwa_did_not_sign(self):
        self.sign_in()
        key = next(key for key in requests.get(f"{self.issuer}/.well-known/jwks.json").json()["keys"] if key["kty"] == "RSA")
        found, now = self.session()["id_token"], int(time.time())
        parts = (
            {"alg": "RS256", "kid": key["kid"], "typ": "logout+jwt"},
            {
                "iss": self.issuer,
                "aud": self.client_id,
                "sub": found["sub"],
                "sid": found["sid"],
                "iat": now,
                "exp": now + 120,
                "jti": "1",
                "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
            },
        )
        token = signed_by_a_stranger(".".join(base64url(json.dumps(part).encode()) for part in parts) + ".")
        assert requests.post(self.at_siwa["backchannel_logout_uri"], {"logout_token": token}).status_code == 400
        assert self.visitor.get(self.home, allow_redirects=False).text == "signed in"


class TestModAuthOpenidc(ModAuthOpenidc):
    settings = "`OIDCPKCEMethod`: `S256`; `OIDCScope` with `profile` and `email`"


class TestModAuthOpenidcFormPost(ModAuthOpenidc):
    settings = "`OIDCPKCEMethod`, `OIDCScope` as above; `OIDCResponseMode`: `form_post`"
    response_mode = "form_post"
    more = "OIDCResponseMode form_post"


def _wait_until_serving(process):
    lines = []
    for line in process.stderr:
        lines.append(line)
        if "resuming normal operations" in line:
            return
    raise RuntimeError(f"Apache did not start:\n{''.join(lines)}")
