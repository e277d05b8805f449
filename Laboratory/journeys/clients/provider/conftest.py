import contextlib
import os
import pathlib
import tempfile

import pytest

import requests_heard
from browser import Browser
from harness.system import running
from harness.tls_front import TLSFront
from logout_receiver import LogoutReceiver
from relying_party import registrations

_resources = contextlib.ExitStack()
_front = None


def pytest_configure(config):
    """Sets the environment before any client is imported, since some read the names of CA files only then."""
    global _front  # noqa: PLW0603 - pytest gives its hooks no place to keep anything
    folder = pathlib.Path(_resources.enter_context(tempfile.TemporaryDirectory()))
    folder.chmod(0o755)  # Apache reads the certificate's authority without root privileges
    _front = TLSFront(folder)
    _resources.callback(_front.stop)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        os.environ.pop(name, None)
    os.environ.update(_front.trust)


def pytest_unconfigure(config):
    _resources.close()


@pytest.fixture(scope="session")
def tls():
    return _front


@pytest.fixture(scope="session")
def receiver():
    with LogoutReceiver() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def system(tls, receiver, tmp_path_factory):
    """siwa with every client of this folder in its configuration, behind TLS, and the emulator in Apple's place."""
    with running(
        tmp_path_factory.mktemp("provider"),
        public_url=f"https://localhost:{tls.port}",
        rate_limits={"per_minute": 0},
        openid={"enabled": True, "clients": registrations(receiver.url)},
    ) as system:
        tls.port_behind = system.port
        yield system


@pytest.fixture
def browser(system):
    return Browser(system)


@pytest.fixture
def requests_sent(tls):
    """The requests that the client itself sends to siwa during the test."""
    tls.heard.clear()
    return lambda: requests_heard.read(list(tls.heard))
