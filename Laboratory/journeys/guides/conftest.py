import contextlib
import os

import pytest

from harness import browser
from harness.emulator import APP, KEY, TEAM, WEB
from harness.people import NAME
from harness.system import running
from harness.tls_front import TLSFront

pytest.register_assert_rewrite("sheet_and_browser")

from phone import Phone
from samples import HOST

ANDROID_SERVICES_ID = "com.example.android"
CERTIFICATE = ":".join(["9C"] * 32)


@pytest.fixture(scope="session")
def chromium():
    if browser.PROGRAM is None:
        assert not os.environ.get("CI"), "Chromium is missing: Scripts/bootstrap test installs it"
        pytest.skip("Chromium is not installed: Scripts/bootstrap test installs it")
    with browser.chromium() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def front(tmp_path_factory):
    """Puts TLS before siwa, because AppAuth refuses an issuer without it."""
    front = TLSFront(tmp_path_factory.mktemp("tls"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in front.trust.items():
            patch.setenv(name, value)
        yield front
    front.stop()


@pytest.fixture(scope="module")
def system(front, tmp_path_factory, request):
    """siwa behind TLS with the module's `CLIENTS`, as a guide configures them, and the emulator in Apple's place.

    The guides' host becomes siwa's address. The Android app has a Services ID of its own at Apple.
    """
    folder, url = tmp_path_factory.mktemp("system"), f"https://localhost:{front.port}"
    clients = {
        "app": {"id": APP, "kind": "native"},
        "web": {"id": WEB, "kind": "web"},
        "android": {"id": ANDROID_SERVICES_ID, "kind": "android"},
    }
    team = {"team_id": TEAM, "keys": {KEY: {"file": str(folder / f"AuthKey_{KEY}.p8")}}, "clients": clients}
    settings = {name: {key: replaced(value, url) for key, value in client.items()} for name, client in request.module.CLIENTS.items()}
    with running(
        folder,
        emulator_host="idp.localhost",
        public_url=url,
        rate_limits={"per_minute": 0},
        teams={"example": team},
        openid={"enabled": True, "clients": settings},
    ) as system:
        system.control("services", {"id": ANDROID_SERVICES_ID, "primary_app": APP, "return_urls": [f"{url}/web/callback"]})
        front.port_behind = system.port
        yield system


def replaced(value, url):
    if isinstance(value, list):
        return [replaced(member, url) for member in value]
    return value.replace(f"https://{HOST}", url) if isinstance(value, str) else value


@pytest.fixture
def person(system):
    """Somebody new, called Grace Hopper, with what they type at Apple."""
    key = f"person-{next(system.numbers)}"
    somebody = {"key": key, "email": f"{key}@example.com", "password": "paper lantern"}
    system.control("people", somebody | {"name": NAME})
    return somebody


@pytest.fixture
def phone(chromium, system):
    """A phone's browser, without cookies."""
    with contextlib.ExitStack() as stack:
        options = {"viewport": {"width": 375, "height": 740}, "is_mobile": True, "has_touch": True, "ignore_https_errors": True}
        yield Phone(stack.enter_context(browser.context(chromium, **options)), system)
