"""Popups: one that an app's page opens reaches its result with its opener, and no other window learns anything."""

import base64
import hashlib
import urllib.parse

import pytest
from playwright.sync_api import Error, expect

from harness import browser, script_site
from harness.emulator import PEOPLE
from harness.system import running

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
OPENER = """<!doctype html><html lang="en"><title>App</title><button>Open</button><script>
window.heard = [];
addEventListener("message", event => heard.push([event.origin, event.data]));
document.querySelector("button").onclick = () => { window.popup = open(window.address, "popup", "width=500,height=700"); };
</script>"""
RESULT = """<!doctype html><html lang="en"><title>Result</title><h1>Result</h1><script>
if (opener) opener.postMessage(location.search, location.origin);
</script>"""


@pytest.fixture
def site():
    site = script_site.ScriptSite()
    site.pages |= {"/app": OPENER, "/result": RESULT}
    yield site
    site.stop()


@pytest.fixture
def system(tmp_path, site):
    """The app's pages are on another site than the service: 127.0.0.1 is not localhost."""
    clients = {
        "notes": {
            "kind": "public",
            "name": "Notes",
            "redirect_uris": [site.at("127.0.0.1") + "/result"],
            "post_logout_redirect_uris": [site.at("127.0.0.1") + "/result"],
            "web_origins": [site.at("127.0.0.1")],
        }
    }
    with running(tmp_path, emulator_host="idp.localhost", openid={"enabled": True, "clients": clients}) as system:
        yield system


def authorization(system, site, **more):
    return (
        system.url
        + "/oauth/authorize?"
        + urllib.parse.urlencode(
            {
                "response_type": "code",
                "client_id": "notes",
                "redirect_uri": site.at("127.0.0.1") + "/result",
                "scope": "openid",
                "state": "the page's own",
                "nonce": "n",
                "code_challenge": CHALLENGE,
                "code_challenge_method": "S256",
            }
            | more
        )
    )


def open_popup(page, host, address):
    """Goes to the page on a host, and clicks the button that opens the address."""
    page.goto(host + "/app")
    page.evaluate("address => { window.address = address }", address)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open").click()
    return opened.value


def test_a_popup_of_an_apps_page_brings_the_result_to_its_opener(page, system, site):
    popup = open_popup(page, site.at("127.0.0.1"), authorization(system, site))
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    popup.get_by_role("button", name="Continue").click()
    page.wait_for_function("heard.length")
    ((origin, query),) = page.evaluate("heard")
    answer = dict(urllib.parse.parse_qsl(query.removeprefix("?")))
    assert origin == site.at("127.0.0.1") and answer["state"] == "the page's own" and "code" in answer
    assert not page.evaluate("popup.closed")


def test_a_page_of_another_origin_that_opens_a_sign_in_hears_nothing(page, system, site):
    popup = open_popup(page, site.at("evil.localhost"), authorization(system, site))
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    popup.get_by_role("button", name="Continue").click()
    expect(popup.get_by_role("heading", name="Result")).to_be_visible()
    assert page.evaluate("heard") == []
    with pytest.raises(Error, match="cross-origin"):
        page.evaluate("popup.location.href")


@pytest.mark.parametrize("path", ["/", "/web/account", "/errors", "/v1/account"])
def test_other_pages_are_alone_in_their_window(page, system, site, path):
    """The opener sees a closed window: no handle is left to count frames, to post messages or to send it elsewhere."""
    popup = open_popup(page, site.at("127.0.0.1"), system.url + path)
    popup.wait_for_load_state()
    page.wait_for_function("popup.closed")
    assert not popup.is_closed() and popup.evaluate("opener") is None


@pytest.fixture
def signed_in(page, system, site):
    """The browser has a session, so a page at the client's question could be clicked through."""
    popup = open_popup(page, site.at("127.0.0.1"), authorization(system, site))
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    expect(popup.get_by_role("button", name="Continue")).to_be_visible()
    popup.close()
    return page


# a page of another site, and one of another port of the same site, with which the browser sends the cookie
@pytest.mark.parametrize("host", ["app.localhost", "localhost"])
@pytest.mark.parametrize("kept", ["both", "content-security-policy", "x-frame-options"])
def test_no_page_is_shown_in_a_frame(signed_in, system, site, host, kept):
    page, seen = signed_in, {}
    paths = ["/", "/web/account", "/web/account/delete", "/web/question", "/errors", "/oauth/logout"]
    if host == "localhost":
        paths.append(authorization(system, site).removeprefix(system.url))

    def stripped(route):
        reply = route.fetch()
        seen[route.request.url] = reply.status, reply.text()
        others = {"content-security-policy", "x-frame-options"} - {kept}
        headers = {name: value for name, value in reply.headers.items() if kept == "both" or name not in others}
        route.fulfill(response=reply, headers=headers)

    page.context.route(system.url + "/**", stripped)
    # Chromium says which header it obeyed. Where both are there, it is the policy (CSP Level 3, section 6.4.2).
    words = "X-Frame-Options" if kept == "x-frame-options" else "frame-ancestors 'none'"
    for path in paths:
        page.goto(site.at(host) + "/app")
        with page.expect_response(system.url + path), page.expect_console_message(lambda told: words in told.text):
            page.evaluate("url => { document.body.appendChild(document.createElement('iframe')).src = url }", system.url + path)
    assert set(seen) == {system.url + path for path in paths}
    if host == "localhost":
        assert "Continue to Notes?" in seen[authorization(system, site)][1], "the frame has the person's session"


def test_a_frame_without_these_headers_would_be_shown(signed_in, system, site):
    """The counterproof: the browser and the test would show such a page."""
    page = signed_in
    page.context.route(system.url + "/errors", lambda route: route.fulfill(response=route.fetch(), headers={"content-type": "text/html"}))
    page.goto(site.at("localhost") + "/app")
    page.evaluate("url => { document.body.appendChild(document.createElement('iframe')).src = url }", system.url + "/errors")
    expect(page.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
