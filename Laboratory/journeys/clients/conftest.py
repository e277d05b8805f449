import contextlib
import os
import pathlib
import tempfile

import pytest

from emulator import APPLE, Emulator
from harness.tls_front import TLSFront, Tunnel, trusting

NO_PROXY = "localhost,127.0.0.1"
# Whether the emulator serves https itself, and every client has to trust its authority.
OVER_TLS = os.environ.get("CLIENTS_OVER_TLS") == "1"

_resources = contextlib.ExitStack()
_folder = _own = None


def pytest_configure(config):
    """Starts the emulator and names its authority before any client is imported, since some read CA files only then."""
    global _folder, _own  # noqa: PLW0603 - pytest gives its hooks no place to keep anything
    if OVER_TLS:
        _folder = pathlib.Path(_resources.enter_context(tempfile.TemporaryDirectory()))
        _folder.chmod(0o755)  # Apache reads the authority without root privileges
        (_folder / "authority").mkdir(mode=0o755)
        _own = started(_folder)
        _resources.callback(_own.stop)
        os.environ.update(trusting(_own.authority_file))


def pytest_unconfigure(config):
    _resources.close()


def started(folder, issuer=None):
    # Both emulators share the folder of the authority.
    return Emulator(_folder if OVER_TLS else folder, issuer, OVER_TLS)


@pytest.fixture(scope="session")
def own_emulator(tmp_path_factory):
    """The emulator under its own name, for clients whose issuer or endpoint URLs can be configured."""
    emulator = _own or started(tmp_path_factory.mktemp("own"))
    yield emulator
    emulator.stop()


@pytest.fixture(scope="session")
def named_emulator(tmp_path_factory):
    """The emulator under Apple's name, with TLS, for clients with Apple's addresses built in."""
    folder = tmp_path_factory.mktemp("named")
    emulator = started(folder, APPLE)
    emulator.front = Tunnel(emulator.port, emulator.authority_file) if OVER_TLS else TLSFront(folder, emulator.port)
    yield emulator
    emulator.front.stop()
    emulator.stop()


@pytest.fixture
def apple(request, monkeypatch):
    """A clean emulator for one test, with the environment that the client's journey needs."""
    journey = request.cls
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", NO_PROXY)
    monkeypatch.setenv("no_proxy", NO_PROXY)
    if journey.under_apples_name:
        emulator = request.getfixturevalue("named_emulator")
        for name, value in emulator.front.environment.items():
            monkeypatch.setenv(name, value)
    else:
        emulator = request.getfixturevalue("own_emulator")
    if not OVER_TLS:
        for name, value in journey.to_allow_http.items():
            monkeypatch.setenv(name, value)
    emulator.begin(journey.return_url)
    return emulator
