"""Debian's mod_auth_openidc in a real Apache, configured by discovery. The test acts as the browser."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.parse

import pytest
import requests

from emulator import WEB
from harness.programs import free_port
from journey import Journey, NotSignedIn, SignedIn

MODULES = pathlib.Path("/usr/lib/apache2/modules")


PORT = free_port()  # chosen here, since the return URL is registered before Apache starts

CONFIGURATION = """
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog /dev/stderr
DocumentRoot {folder}/pages
{user}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so

OIDCProviderMetadataURL {base_url}/.well-known/openid-configuration
OIDCProviderTokenEndpointAuth client_secret_post
OIDCClientID {client_id}
OIDCClientSecret {client_secret}
OIDCRedirectURI {return_url}
OIDCResponseType code
OIDCResponseMode form_post
OIDCScope "openid name email"
OIDCCryptoPassphrase of-this-test
OIDCPassRefreshToken On
OIDCInfoHook access_token id_token refresh_token
{trust}

<Location />
    AuthType openid-connect
    Require valid-user
</Location>
"""


class TestModAuthOpenidc(Journey):
    software = "libapache2-mod-auth-openidc"
    return_url = f"http://localhost:{PORT}/callback"
    refusal = NotSignedIn
    revoking_signs_out = True

    @pytest.fixture(autouse=True)
    def _apache(self, apple):
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
                    modules=MODULES,
                    base_url=apple.url,
                    client_id=WEB,
                    client_secret=apple.client_secret(),
                    return_url=self.return_url,
                    trust=f"OIDCCABundlePath {apple.authority_file}" if apple.authority_file else "",
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
        self.browser = requests.Session()
        self.home = f"http://localhost:{PORT}/"

    def begin(self):
        return self.browser.get(self.home, allow_redirects=False).headers["Location"]

    def finish(self, answer):
        reply = self.browser.post(self.return_url, data=answer["fields"])
        if reply.text != "signed in":
            raise NotSignedIn(reply.text)
        session = self._session()
        return SignedIn(session["id_token"]["sub"], session["id_token"]["email"], session["refresh_token"])

    def _session(self):
        return self.browser.get(f"{self.return_url}?info=json").json()

    def refresh(self, refresh_token):
        reply = self.browser.get(
            self.return_url, params={"refresh": self.home, "access_token": self._session()["access_token"]}, allow_redirects=False
        )
        arrived = urllib.parse.urlsplit(reply.headers["Location"])
        if "error_code" in arrived.query:
            raise NotSignedIn(arrived.query)

    def revoke(self, refresh_token):
        self.browser.get(self.return_url, params={"logout": self.home}, allow_redirects=False)


def _wait_until_serving(process):
    lines = []
    for line in process.stderr:
        lines.append(line)
        if "resuming normal operations" in line:
            return
    raise RuntimeError(f"Apache did not start:\n{''.join(lines)}")
