import pytest

from emulator import APPLE, Emulator
from tls_front import TLSFront

NO_PROXY = "localhost,127.0.0.1"


@pytest.fixture(scope="session")
def own_emulator(tmp_path_factory):
    """The emulator under its own name, over http, for clients whose issuer or endpoint URLs can be configured."""
    started = Emulator(tmp_path_factory.mktemp("own"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def named_emulator(tmp_path_factory):
    """The emulator under Apple's name, behind TLS, for clients with Apple's addresses built in."""
    folder = tmp_path_factory.mktemp("named")
    started = Emulator(folder, issuer=APPLE)
    started.front = TLSFront(folder, started.port)
    yield started
    started.front.stop()
    started.stop()


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
    for name, value in journey.environment.items():
        monkeypatch.setenv(name, value)
    emulator.begin(journey.return_url)
    return emulator
