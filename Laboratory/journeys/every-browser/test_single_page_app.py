"""A page on an origin of its own that signs people in through the service, by redirect, in every engine.

`build_page` makes the page. A page that uses a library, such as the service's own script, can take its place: it needs the
button, and `window.session` with the tokens and claims, `window.problem` and `window.renew()`.
"""

import pathlib

import pytest

from harness import script_site
from harness.browser import two_sites
from harness.emulator import PEOPLE
from harness.engines.steps import consent, prove_who_you_are

PAGE = pathlib.Path(__file__).with_name("single_page_app.html")
AWAIT = "const done = arguments[0]; %s.then(done, error => done(String(error)))"


@pytest.fixture
def site():
    site = script_site.ScriptSite()
    yield site
    site.stop()


@pytest.fixture
def service(tmp_path, site):
    origin = site.at("127.0.0.1")
    client = {"kind": "public", "name": "Example App", "redirect_uris": [origin + "/"], "web_origins": [origin], "refresh": True}
    with two_sites(tmp_path, openid={"enabled": True, "clients": {"app": client}}) as system:
        yield system


@pytest.fixture
def build_page(service, site):
    site.pages["/"] = PAGE.read_text().replace("[SERVICE]", service.url)
    return site.at("127.0.0.1") + "/"


def agree(tab):
    """The service names the client of a loopback address, which any program on the machine could be."""
    tab.find("heading", "Continue to Example App?")
    tab.click("button", "Continue")


def sign_in(tab, address):
    tab.open(address)
    tab.click("button", "Sign in")
    prove_who_you_are(tab, PEOPLE["ada"])
    consent(tab)
    agree(tab)
    return tab.wait("return window.session")


def answer(tab, expression):
    """The value of a promise of the page."""
    return tab.call("ExecuteAsyncScript", script=AWAIT % expression, args=[])


def test_the_page_gets_tokens_and_renews_them(tab, build_page):
    session = sign_in(tab, build_page)
    assert tab.url == build_page
    assert session["claims"]["email"] == "ada@example.com" and session["tokens"]["access_token"]
    status, renewed = answer(tab, "window.renew()")
    assert status == 200 and renewed["refresh_token"] != session["tokens"]["refresh_token"]
    assert "siwa" not in tab.run("return document.cookie")


def test_who_is_signed_in_at_the_service_comes_back_without_apple(tab, build_page, service):
    first = sign_in(tab, build_page)["claims"]["sub"]
    service.emulator.clear_log()
    tab.open(build_page)
    tab.click("button", "Sign in")
    agree(tab)
    assert tab.wait("return window.session")["claims"]["sub"] == first
    assert service.emulator.log("/auth/authorize") == []


def test_who_says_no_is_told_to_the_page(tab, build_page):
    tab.open(build_page)
    tab.click("button", "Sign in")
    prove_who_you_are(tab, PEOPLE["ada"])
    consent(tab)
    tab.find("heading", "Continue to Example App?")
    tab.click("button", "Cancel")
    assert tab.wait("return window.problem") == "access_denied"


def test_a_hidden_frame_learns_nothing_in_any_engine(tab, build_page):
    """Our cookie is Lax, so a frame of another site has no session, whatever the engine does with cookies of other sites."""
    sign_in(tab, build_page)
    assert answer(tab, "window.askInAFrame()") == "login_required"
