"""siwa.js on a page of another origin: signing in by popup and by redirect, and what must not sign anybody in."""

import json
import urllib.parse

import pytest

from harness import browser, browser_app
from harness.browser_app import approve, click, continue_to_shop, open_page, redirect, sign_in
from harness.emulator import PEOPLE


@pytest.fixture
def system(tmp_path):
    with browser_app.serving(tmp_path) as system:
        yield system


def test_a_popup_signs_in_and_the_page_has_no_cookie_of_the_service(system, context):
    page = open_page(context, system)
    assert page.evaluate("siwa.user") is None
    sign_in(page)
    user = page.evaluate("siwa.user")
    assert user["name"] == "Ada Lovelace" and user["email"] == PEOPLE["ada"]["email"]
    assert page.evaluate("heard") == [["signedin", False, None]]
    token = page.evaluate("siwa.accessToken()")
    assert system.send("GET", "/oauth/userinfo", token=token).json["sub"] == user["sub"]
    assert page.evaluate("document.cookie + Object.keys(localStorage) + Object.keys(sessionStorage)") == ""


def test_a_redirect_signs_in_and_comes_back_to_where_it_began(system, context):
    page = open_page(context, system)
    page.evaluate("history.pushState(null, '', '?cart=7#bottom')")
    redirect(page)
    browser.prove_who_you_are(page, PEOPLE["ada"])
    browser.consent(page)
    continue_to_shop(page)
    page.wait_for_url(system.site.url + "/?cart=7#bottom")
    assert page.evaluate("started") == "ok"
    assert page.evaluate("siwa.user.name") == "Ada Lovelace"
    assert page.evaluate("Object.keys(sessionStorage).length") == 0


def test_a_redirect_goes_back_to_this_origin_only(system, context):
    page = open_page(context, system)
    assert page.evaluate("outcome(siwa.signInWithRedirect({ returnTo: 'https://evil.example/' }))") == "options_invalid"
    assert page.url.startswith(system.site.url)


@pytest.mark.parametrize("way", ["signInWithPopup", "signInWithRedirect"])
def test_a_page_at_another_origin_than_its_redirect_uri_learns_so_before_anything_opens(system, context, way):
    page = open_page(context, system)
    address = page.url
    options = {"service": system.url, "clientID": "shop", "redirectURI": system.site.at("127.0.0.1") + "/callback.html"}
    elsewhere = f"new library.SiwaClient({json.dumps(options)})"
    assert page.evaluate(f"outcome({elsewhere}.{way}())") == "options_invalid"
    assert page.url == address and len(context.pages) == 1


def test_a_blocked_popup_has_a_code_of_its_own(system, context):
    page = open_page(context, system)
    page.evaluate("window.open = () => null")  # what browsers return
    assert page.evaluate("outcome(siwa.signInWithPopup())") == "popup_blocked"


def test_a_closed_popup_is_noticed_and_the_next_click_works(system, context):
    context.clock.install()
    page = open_page(context, system)
    popup = click(page)
    page.clock.run_for(1_000)  # The page has seen the popup at Apple, so it is not lost.
    popup.close()
    assert page.evaluate("attempt") == "popup_closed"
    sign_in(page)


def test_a_popup_whose_page_was_loaded_again_says_that_nobody_waits(system, context):
    page = open_page(context, system)
    popup = click(page)
    page.reload()
    page.wait_for_function("window.started")
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    continue_to_shop(popup)
    popup.get_by_text("state_unknown").wait_for()
    assert page.evaluate("siwa.user") is None


def test_who_signs_out_everywhere_without_a_session_here_is_asked_by_the_service(system, context):
    page = open_page(context, system)
    sign_in(page)
    page.reload()
    page.wait_for_function("window.started")
    assert page.evaluate("siwa.user") is None
    page.evaluate("void siwa.signOut({ everywhere: true })")
    page.get_by_role("heading", name="Do you want to sign out?").wait_for()


def test_a_second_click_replaces_the_first_popup(system, context):
    page = open_page(context, system)
    first = click(page)
    page.evaluate("void (window.first = attempt)")
    with first.expect_event("close"):
        second = click(page)
    assert page.evaluate("first") == "superseded"
    approve(second)
    assert page.evaluate("attempt") == "ok"


@pytest.mark.parametrize("by_popup", (True, False))
def test_who_cancels_at_apple_comes_back_signed_out(system, context, by_popup):
    page = open_page(context, system)
    if by_popup:
        popup = click(page)
        with popup.expect_event("close"):
            popup.get_by_role("button", name="Cancel").click()
        assert page.evaluate("attempt") == "cancelled"
    else:
        redirect(page)
        page.get_by_role("button", name="Cancel").click()
        page.wait_for_url(system.site.url + "/?storage=memory")
        assert page.evaluate("started") == "cancelled"
    assert page.evaluate("siwa.user") is None and page.evaluate("heard") == []


def test_an_answer_that_no_page_waits_for_is_refused_and_its_code_leaves_the_address(system, context):
    waiting = open_page(context, system)
    popup = click(waiting)
    page = context.new_page()
    page.goto(system.site.url + "/callback.html?code=stolen&state=unknown&iss=" + system.url)
    page.get_by_text("state_unknown").wait_for()
    assert page.url == system.site.url + "/callback.html"
    approve(popup)
    assert waiting.evaluate("attempt") == "ok"


def test_messages_of_other_windows_and_frames_do_not_end_a_sign_in(system, context):
    page = open_page(context, system)
    with context.expect_event("request", lambda request: "/oauth/authorize?" in request.url) as asked:
        popup = click(page)
    # More than an attacker knows: the state.
    state = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(asked.value.url).query))["state"]
    with page.expect_request(system.url + "/oauth/token") as sent:
        forged = json.dumps({"kind": "answer", "state": state, "answer": f"?code=forged&state={state}&iss={system.url}"})
        system.site.files["/frame"] = f"<script>parent.postMessage({forged}, '*'); parent.postMessage('sent', '*')</script>"
        for origin in (system.site.at("evil.localhost"), system.site.url):
            page.evaluate(
                """address => new Promise(resolve => {
                addEventListener("message", event => event.data === "sent" && resolve());
                document.body.append(Object.assign(document.createElement("iframe"), { src: address }));
            })""",
                origin + "/frame",
            )
        page.evaluate("forged => postMessage(forged, '*')", json.loads(forged))
        approve(popup)
    assert "forged" not in sent.value.post_data
    assert page.evaluate("attempt") == "ok"


def test_an_answer_of_another_issuer_is_refused(system, context):
    page = open_page(context, system)
    page.evaluate(
        """service => sessionStorage.setItem("siwa:request", JSON.stringify({
        service, clientID: "shop", state: "s", nonce: "n", verifier: "v", returnTo: location.href }))""",
        system.url,
    )
    page.goto(system.site.url + "/callback.html?code=c&state=s&iss=https://evil.example")
    page.wait_for_url(system.site.url + "/?storage=memory")
    assert page.evaluate("started") == "issuer_mismatch"


def test_a_popup_that_lost_its_opener_on_the_way_still_hands_over_its_answer(system, context):
    # As after a page with Cross-Origin-Opener-Policy.
    context.add_init_script("if (location.pathname === '/callback.html') opener = null")
    sign_in(open_page(context, system))


@pytest.mark.parametrize("hours", (24, -24))
def test_a_clock_that_is_a_day_off_signs_in(system, context, hours):
    context.add_init_script(f"const real = Date.now; Date.now = () => real() + {hours} * 3600000;")
    page = open_page(context, system)
    sign_in(page)
    token = page.evaluate("siwa.accessToken()")
    assert page.evaluate("siwa.accessToken()") == token
