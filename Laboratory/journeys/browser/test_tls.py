"""The emulator with --tls: a real browser, clients in several languages, and siwa."""

import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import urllib.parse

import pytest
from playwright.sync_api import Error, expect

from harness import web
from harness.browser import consent, context, expect_signed_in, go_to_apple, prove_who_you_are
from harness.emulator import PEOPLE, WEB, Emulator, one_team
from harness.programs import BUILT, Program
from harness.system import System
from harness.waiting import PATIENCE, until

pytestmark = pytest.mark.night

FAULTS = ("certificate_expired", "certificate_name", "certificate_authority", "handshake_reset")


@pytest.fixture(scope="module")
def emulator(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    started = Emulator(folder, one_team(folder, {WEB: ["https://app.example/callback"]}), "localhost:0", tls=True)
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def _without_faults(request):
    yield
    if "emulator" in request.fixturenames:
        request.getfixturevalue("emulator").control("faults", method="DELETE")


def fail_once(emulator, kind):
    emulator.control("faults", {"endpoint": "connection", "fault": {"kind": kind, "times": 1}})


# A browser


def authorize_url(emulator):
    return f"{emulator.url}/auth/authorize?" + urllib.parse.urlencode(
        {
            "client_id": WEB,
            "redirect_uri": "https://app.example/callback",
            "response_type": "code",
            "response_mode": "form_post",
            "scope": "name email",
            "state": "s",
        }
    )


def test_a_browser_refuses_an_authority_that_it_does_not_know(page, emulator):
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(emulator.url)


def test_cookies_are_secure_in_a_browser(chromium, emulator):
    with context(chromium, ignore_https_errors=True) as made:
        page = made.new_page()
        page.goto(authorize_url(emulator))
        prove_who_you_are(page, PEOPLE["ada"])  # every form needs the cookie
        page.goto(f"{emulator.url}/account")
        cookies = {cookie["name"]: cookie for cookie in made.cookies()}
        assert set(cookies) == {"emulator-browser", "emulator-account"}
        assert all(cookie["secure"] and cookie["httpOnly"] for cookie in cookies.values())


# Clients in several languages. Each reports a refusal by its own name of the error, or prints the status.

PYTHON = """
import ssl, sys, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1]).status)
except urllib.error.URLError as error:
    reason = error.reason
    print(reason.verify_code if isinstance(reason, ssl.SSLCertVerificationError) else type(reason).__name__)
"""
NODE = """
fetch(process.argv[1]).then(reply => console.log(reply.status), error => console.log(error.cause.code));
"""
RUBY = """
require "net/http"
begin
  puts Net::HTTP.get_response(URI(ARGV[0])).code
rescue OpenSSL::SSL::SSLError => error
  puts error.message[/certificate verify failed \\((.*)\\)/, 1] || error.message[/hostname .* does not match/] || error.class
rescue SystemCallError => error
  puts error.class
end
"""
JAVA = """
import java.net.*;
import java.net.http.*;

class Get {
    public static void main(String[] arguments) throws Exception {
        try {
            var request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
            System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
        } catch (java.io.IOException error) {
            Throwable cause = error;
            while (cause.getCause() != null) cause = cause.getCause();
            System.out.println(cause.getClass().getSimpleName());
        }
    }
}
"""


class Client:
    """A program that gets one address and prints its status, or its name for the error."""

    def __init__(self, command, trust):
        self.command, self.trust = command, trust

    def get(self, emulator, folder, is_told=True):
        """What the program prints, as told to trust the emulator's authority or not."""
        options, environment = self.trust(emulator.authority_file, folder) if is_told else ([], {})
        command = self.command[:1] + options + self.command[1:]
        without = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
        done = subprocess.run(
            [*command, f"{emulator.url}/auth/keys"], capture_output=True, text=True, timeout=PATIENCE, env=without | environment, cwd=folder
        )
        return done.stdout.strip() or str(done.returncode)


def java_trust(file, folder):
    store = folder / "emulator.p12"
    if not store.exists():
        subprocess.run(
            ["keytool", "-importcert", "-noprompt", "-alias", "emulator", "-file", file, "-keystore", store, "-storepass", "changeit"],
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )
    return [f"-Djavax.net.ssl.trustStore={store}", "-Djavax.net.ssl.trustStorePassword=changeit"], {}


CLIENTS = {
    "curl": Client(["curl", "-s", "-o", os.devnull, "-w", "%{exitcode} %{http_code}"], lambda file, folder: (["--cacert", file], {})),
    "python3": Client(["python3", "-c", PYTHON], lambda file, folder: ([], {"SSL_CERT_FILE": file})),
    "node": Client(["node", "-e", NODE, "--"], lambda file, folder: (["--dns-result-order=ipv4first"], {"NODE_EXTRA_CA_CERTS": file})),
    "ruby": Client(["ruby", "-e", RUBY], lambda file, folder: ([], {"SSL_CERT_FILE": file})),
    "java": Client(["java", "Get.java"], java_trust),
}
# What each program says to each of FAULTS. The last word is for an authority that it was not told to trust.
SAID = {
    "curl": ("60 000", "60 000", "60 000", "35 000", "60 000"),
    "python3": ("10", "62", "20", "ConnectionResetError", "20"),  # OpenSSL's X509_V_ERR_…
    "node": (
        "CERT_HAS_EXPIRED",
        "ERR_TLS_CERT_ALTNAME_INVALID",
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "ECONNRESET",
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ),
    "ruby": (
        "certificate has expired",
        "hostname mismatch",
        "unable to get local issuer certificate",
        "Errno::ECONNRESET",
        "unable to get local issuer certificate",
    ),
    "java": (
        "CertificateExpiredException",
        "CertificateException",
        "SunCertPathBuilderException",
        "SocketException",
        "SunCertPathBuilderException",
    ),
}
OK = {"curl": "0 200"}


@pytest.fixture(params=CLIENTS)
def name(request, tmp_path):
    if shutil.which(request.param) is None:
        assert not os.environ.get("CI"), f"{request.param} is missing: Scripts/bootstrap test installs it"
        pytest.skip(f"{request.param} is not installed: Scripts/bootstrap test installs it")
    (tmp_path / "Get.java").write_text(JAVA)
    return request.param


def test_a_client_trusts_the_emulator_as_soon_as_it_is_told_to(name, emulator, tmp_path):
    assert CLIENTS[name].get(emulator, tmp_path, is_told=False) == SAID[name][-1]
    assert CLIENTS[name].get(emulator, tmp_path) == OK.get(name, "200")


def test_a_client_names_what_is_wrong_with_a_connection(name, emulator, tmp_path):
    for kind, words in zip(FAULTS, SAID[name]):
        fail_once(emulator, kind)
        assert CLIENTS[name].get(emulator, tmp_path) == words, kind
    assert CLIENTS[name].get(emulator, tmp_path) == OK.get(name, "200")


def test_a_strict_verifier_accepts_every_name_of_the_certificate(emulator):
    strict = ssl.create_default_context(cafile=emulator.authority_file)
    strict.verify_flags |= ssl.VERIFY_X509_STRICT  # the default of Python 3.13
    strict.set_alpn_protocols(["h2", "http/1.1"])
    for host in ("localhost", "idp.localhost", "appleid.localhost", "127.0.0.1", "::1"):
        with (
            socket.create_connection(("127.0.0.1", emulator.port), PATIENCE) as plain,
            strict.wrap_socket(plain, server_hostname=host) as connection,
        ):
            assert connection.selected_alpn_protocol() == "http/1.1"


def test_the_authority_is_given_over_plain_control_access(emulator):
    answer = web.send(emulator.control_port, "GET", "/_emulator/tls/authority.pem")
    assert answer.body == pathlib.Path(emulator.authority_file).read_bytes()


def test_a_fresh_authority_leaves_with_the_emulator(tmp_path):
    program = Program([BUILT / "apple-id-emulator", "--listen", "127.0.0.1:0", "--keys-in", tmp_path, "--tls"], tmp_path / "log")
    file = pathlib.Path(program.facts["tls_authority_file"])
    assert "PRIVATE" not in file.read_text()
    until(lambda: str(file) in (tmp_path / "log").read_text(), "the lines for people, which follow the line for scripts")
    program.stop()
    assert [path.name for path in tmp_path.glob("*.pem")] == [] and not file.exists()


# siwa

SYSTEM_AUTHORITIES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
# Runs a program on a system that also trusts one more authority, as after update-ca-certificates, without changing this one.
TRUSTING_SYSTEM = ("unshare", "--mount", "--map-root-user", "sh", "-c", f'mount --bind "$0" {SYSTEM_AUTHORITIES} && exec "$@"')


def test_siwa_signs_in_at_an_https_emulator_that_its_system_trusts(chromium, tmp_path):
    more = tmp_path / "ca-certificates.crt"
    if not SYSTEM_AUTHORITIES.exists() or subprocess.run([*TRUSTING_SYSTEM, SYSTEM_AUTHORITIES, "true"], capture_output=True).returncode:
        pytest.skip("this system has no ca-certificates, or allows no mount namespaces")
    # siwa asks the resolver for names below localhost if they are called by https, and many resolvers do not know them
    system = System(tmp_path, emulator_host="localhost", emulator_tls=True, demo=True)
    try:
        more.write_bytes(SYSTEM_AUTHORITIES.read_bytes() + pathlib.Path(system.emulator.authority_file).read_bytes())
        system.start()
        with context(chromium, ignore_https_errors=True) as made:
            page = made.new_page()
            go_to_apple(page, system)
            prove_who_you_are(page, PEOPLE["ada"])
            consent(page)
            expect(page.get_by_role("heading", name="Your account")).to_have_count(0)
        assert not system.emulator.log("/auth/token"), "siwa trusts the authorities of its system only"
        system.service.stop()
        system.start(prefix=(*TRUSTING_SYSTEM, more))
        with context(chromium, ignore_https_errors=True) as made:
            page = made.new_page()
            go_to_apple(page, system)
            prove_who_you_are(page, PEOPLE["ned"])
            consent(page)
            expect_signed_in(page, system)
    finally:
        system.stop()
