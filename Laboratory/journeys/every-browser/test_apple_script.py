"""The guide's page with Apple's script in every engine: a popup of another site, and tokens for a page of a third."""

import re

import pytest

from harness import script_site
from harness.emulator import APP, KEY, PEOPLE, TEAM, WEB
from harness.engines.steps import consent, prove_who_you_are
from harness.programs import ROOT
from harness.system import running

CDN_SCRIPT = script_site.CDN + script_site.SCRIPT.format(locale="en_US")
GUIDE = ROOT / "Documentation" / "web-script.md"
BUTTON = "Sign in with Apple"
CALL = """const [url, message, done] = arguments;
fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) })
    .then(async reply => done([reply.status, await reply.json()]), () => done(null));"""


@pytest.fixture
def site():
    site = script_site.ScriptSite()
    yield site
    site.stop()


@pytest.fixture
def service(tmp_path, site):
    clients = {"app": {"id": APP, "kind": "native"}, "web": {"id": WEB, "kind": "web", "script": {"return_urls": [site.return_url]}}}
    team = {"team_id": TEAM, "keys": {KEY: {"file": str(tmp_path / f"AuthKey_{KEY}.p8")}}, "clients": clients}
    with running(tmp_path, emulator_host="idp.localhost", teams={"example": team}) as system:
        system.control("services", {"id": WEB, "primary_app": APP, "return_urls": [site.return_url]})
        yield system


@pytest.fixture
def page(tab, service, site):
    """The guide's page, ready for the click. It keeps the session or the problem for the test."""
    html = re.search(r"```html\n(.*?)```", GUIDE.read_text(), re.S).group(1)
    for old, new in (
        (CDN_SCRIPT, service.emulator.url + script_site.SCRIPT.format(locale="en_US")),
        ("https://id.example.com", service.url),
        ("// session.access_token", "window.session = session; // session.access_token"),
        ("await prepare();  //", "await prepare(); window.problem = problem; //"),
    ):
        assert old in html, f"the guide's page has no {old}"
        html = html.replace(old, new)
    site.pages["/"] = "<!doctype html><html lang=en><title>Shop</title>" + html
    tab.open(site.at("app.localhost") + "/")
    tab.wait("return !document.getElementById('sign-in').disabled")
    return tab


def test_the_popup_signs_in_and_the_page_renews(page, service):
    with page.opened_by(lambda: page.click("button", BUTTON)):
        prove_who_you_are(page, PEOPLE["ada"])
        consent(page, first="Augusta")
    session = page.wait("return window.session")
    assert session["account"]["name"] == {"given": "Augusta", "family": "Lovelace"}
    status, renewed = page.call(
        "ExecuteAsyncScript",
        script=CALL,
        args=[service.url + "/v1/sessions/refresh", {"client": "web", "refresh_token": session["refresh_token"]}],
    )
    assert status == 200 and renewed["refresh_token"] != session["refresh_token"]


def test_who_cancels_in_the_popup_can_try_again(page):
    with page.opened_by(lambda: page.click("button", BUTTON)):
        prove_who_you_are(page, PEOPLE["ada"])
        page.click("button", "Cancel")
    assert page.wait("return window.problem && window.problem.error") == "user_cancelled_authorize"
    with page.opened_by(lambda: page.click("button", BUTTON)):
        prove_who_you_are(page, PEOPLE["ada"])
        consent(page)
    assert page.wait("return window.session")["account"]["id"]


def test_who_closes_the_popup_can_try_again(page):
    with page.opened_by(lambda: page.click("button", BUTTON)):
        page.find("button", PEOPLE["ada"]["email"])
        page.call("CloseWindow")
    assert page.wait("return window.problem && window.problem.error") == "popup_closed_by_user"
    with page.opened_by(lambda: page.click("button", BUTTON)):
        prove_who_you_are(page, PEOPLE["ada"])
        consent(page)
    assert page.wait("return window.session")["account"]["id"]
