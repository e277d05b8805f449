"""The guide's page with Apple's script, on an origin of its own: popup, tokens, a call with them, and what is refused."""
import json
import re

import pytest

from harness import browser, script_site
from harness.emulator import APP, KEY, PEOPLE, TEAM, WEB
from harness.programs import ROOT
from harness.system import running

CDN_SCRIPT = script_site.CDN + script_site.SCRIPT.format(locale="en_US")
GUIDE = ROOT / "Documentation" / "web-script.md"


@pytest.fixture
def site():
    site = script_site.ScriptSite()
    yield site
    site.stop()


@pytest.fixture
def system(tmp_path, site):
    clients = {"app": {"id": APP, "kind": "native"},
               "web": {"id": WEB, "kind": "web", "script": {"return_urls": [site.return_url]}}}
    team = {"team_id": TEAM, "keys": {KEY: {"file": str(tmp_path / f"AuthKey_{KEY}.p8")}}, "clients": clients}
    with running(tmp_path, emulator_host="idp.localhost", teams={"example": team}) as system:
        system.control("services", {"id": WEB, "primary_app": APP, "return_urls": [site.return_url]})
        yield system


@pytest.fixture
def open_page(page, system, site):
    """Opens the guide's page on a host, once it is ready for the click unless it is refused."""
    html = re.search(r"```html\n(.*?)```", GUIDE.read_text(), re.S).group(1)
    for old, new in ((CDN_SCRIPT, system.emulator.url + script_site.SCRIPT.format(locale="en_US")),
                     ("https://id.example.com", system.url),
                     ("// session.access_token", "window.session = session; // session.access_token"),
                     ("await prepare();  //", "window.problem = problem; await prepare(); //")):
        assert old in html, f"the guide's page has no {old}"
        html = html.replace(old, new)
    site.pages["/"] = "<!doctype html><html lang=en><title>Shop</title>" + html

    def open_page(host="app.localhost", ready=True):
        page.goto(site.at(host) + "/")
        if ready:
            page.wait_for_function("!document.getElementById('sign-in').disabled")
        return page
    return open_page


def click(page):
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Sign in with Apple").click()
    opened.value.wait_for_load_state()
    return opened.value


def approve(popup, **choices):
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    with popup.expect_event("close"):
        browser.consent(popup, **choices)


def called(page, system, path, message=None, token=None):
    """What a script of the page gets for a request: the status and the body, or no reply that it may read."""
    options = {"method": "GET" if message is None else "POST", "headers": {}}
    if message is not None:
        options["headers"]["Content-Type"], options["body"] = "application/json", json.dumps(message)
    if token is not None:
        options["headers"]["Authorization"] = "Bearer " + token
    return page.evaluate(
        "([url, options]) => fetch(url, options).then(async r => [r.status, await r.json()], () => null)",
        [system.url + path, options])


def test_the_guides_page_signs_in_calls_the_service_and_renews(system, open_page):
    page = open_page()
    approve(click(page), first="Augusta")
    page.wait_for_function("window.session")
    session = page.evaluate("session")
    assert session["account"]["name"] == {"given": "Augusta", "family": "Lovelace"}
    status, account = called(page, system, "/v1/account", token=session["access_token"])
    assert status == 200 and account["id"] == session["account"]["id"]
    status, renewed = called(
        page, system, "/v1/sessions/refresh", {"client": "web", "refresh_token": session["refresh_token"]})
    assert status == 200 and renewed["refresh_token"] != session["refresh_token"]
    assert page.context.cookies(system.url) == []


def test_a_replayed_answer_gives_the_same_session_and_a_wrong_state_none(system, site, open_page):
    page = open_page()
    with page.expect_request(system.url + "/v1/script/sign-in") as sent:
        approve(click(page))
    page.wait_for_function("window.session")
    answer = json.loads(sent.value.post_data)
    status, again = called(page, system, "/v1/script/sign-in", answer)
    assert status == 200 and again["refresh_token"] == page.evaluate("session.refresh_token")
    answer["authorization"]["state"] = "A" * 43
    assert called(page, system, "/v1/script/sign-in", answer)[1]["error"] == "attempt_unknown"
    answer["authorization"]["state"] = called(page, system, "/v1/script/attempts", {"client": "web"})[1]["state"]
    assert called(page, system, "/v1/script/sign-in", answer)[1]["error"] == "nonce_mismatch"


def test_a_page_of_another_origin_cannot_begin_or_read_anything(system, open_page):
    page = open_page("evil.localhost", ready=False)
    for path in ("/v1/script/attempts", "/v1/script/sign-in"):
        assert called(page, system, path, {"client": "web"}) is None
    assert page.get_by_role("button", name="Sign in with Apple").is_disabled()
    answer = system.send("POST", "/v1/script/attempts", body={"client": "web"},
                         headers={"Origin": "http://evil.localhost"})
    assert answer.status == 403 and answer.code == "script_origin_refused"


def test_a_closed_popup_stays_in_the_page_and_the_next_click_works(system, open_page):
    page = open_page()
    click(page).close()
    page.wait_for_function("window.problem")
    assert page.evaluate("problem.error") == "popup_closed_by_user"
    approve(click(page))
    page.wait_for_function("window.session")
