"""The guide's page with Apple's script, on an origin of its own: popup, tokens, a call with them, and what is refused."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from harness import browser, script_guide, script_site
from harness.emulator import PEOPLE
from harness.script_guide import answer_of, approve, called, click, go, until_ready


@pytest.fixture
def site():
    site = script_site.ScriptSite()
    yield site
    site.stop()


@pytest.fixture
def settings():
    return {}


@pytest.fixture
def system(tmp_path, site, settings):
    with script_guide.system_for(tmp_path, site, **settings) as system:
        site.pages["/"] = script_guide.html(system)
        yield system


def test_the_guides_page_signs_in_calls_the_service_and_renews(system, site, page):
    go(page, site.url + "/")
    approve(click(page), first="Augusta")
    page.wait_for_function("window.session")
    session = page.evaluate("session")
    assert session["account"]["name"] == {"given": "Augusta", "family": "Lovelace"}
    status, account = called(page, system, "/v1/account", token=session["access_token"])
    assert status == 200 and account["id"] == session["account"]["id"]
    status, renewed = called(page, system, "/v1/sessions/refresh", {"client": "web", "refresh_token": session["refresh_token"]})
    assert status == 200 and renewed["refresh_token"] != session["refresh_token"]
    assert page.context.cookies(system.url) == []


def test_a_replayed_answer_gives_the_same_session_and_a_wrong_state_none(system, site, page):
    answer = answer_of(go(page, site.url + "/"), system)
    status, again = called(page, system, "/v1/script/sign-in", answer)
    assert status == 200 and again["refresh_token"] == page.evaluate("session.refresh_token")
    answer["authorization"]["state"] = "A" * 43
    assert called(page, system, "/v1/script/sign-in", answer)[1]["error"] == "attempt_unknown"
    answer["authorization"]["state"] = called(page, system, "/v1/script/attempts", {"client": "web"})[1]["state"]
    assert called(page, system, "/v1/script/sign-in", answer)[1]["error"] == "nonce_mismatch"


def test_a_page_of_another_origin_cannot_begin_or_read_anything(system, site, page):
    go(page, site.at("evil.localhost") + "/", ready=False)
    for path in ("/v1/script/attempts", "/v1/script/sign-in"):
        assert called(page, system, path, {"client": "web"}) is None
    assert page.get_by_role("button", name=script_guide.NAME).is_disabled()
    answer = system.send("POST", "/v1/script/attempts", body={"client": "web"}, headers={"Origin": "http://evil.localhost"})
    assert answer.status == 403 and answer.code == "script_origin_refused"


def fails_with(page, code):
    """Expects that the page noticed the failure, and that its next click works."""
    page.wait_for_function("window.problem")
    assert page.evaluate("problem.error") == code
    until_ready(page)
    approve(click(page))
    page.wait_for_function("window.session")


def test_a_closed_popup_stays_in_the_page_and_the_next_click_works(system, site, page):
    click(go(page, site.url + "/")).close()
    fails_with(page, "popup_closed_by_user")


def test_a_cancelled_sign_in_stays_in_the_page_and_the_next_click_works(system, site, page):
    popup = click(go(page, site.url + "/"))
    popup.get_by_role("button", name=PEOPLE["ada"]["email"]).click()
    with popup.expect_event("close"):
        popup.get_by_role("button", name="Cancel").click()
    fails_with(page, "user_cancelled_authorize")


def test_a_blocked_popup_stays_in_the_page_and_the_next_click_works(system, site, page):
    # Playwright switches the blocker off. This is what a browser that blocks returns.
    page.add_init_script("const open = window.open; window.open = () => { window.open = open; return null; };")
    site.pages["/"] = script_guide.html(system)
    go(page, site.url + "/").get_by_role("button", name=script_guide.NAME).click()
    fails_with(page, "popup_blocked_by_browser")


def hold_requests(page):
    """Lets the page's requests wait for `gate`, if there is one."""
    page.add_init_script(
        "{ const sent = fetch; window.fetch = (...request) => Promise.resolve(window.gate).then(() => sent(...request)); }"
    )


def test_no_click_is_accepted_while_the_page_prepares_the_next_sign_in(system, site, page):
    hold_requests(page)
    go(page, site.url + "/")
    page.evaluate("() => { window.gate = new Promise(open => { window.openGate = open; }); }")
    click(page).close()
    page.wait_for_function("window.problem")
    expect(page.get_by_role("button", name=script_guide.NAME)).to_be_disabled()
    page.evaluate("openGate()")
    until_ready(page)
    approve(click(page))
    page.wait_for_function("window.session")


def test_a_click_works_after_the_next_sign_in_could_not_be_prepared(system, site, page):
    hold_requests(page)
    go(page, site.url + "/")
    page.evaluate("() => { window.gate = new Promise((_, fail) => { window.failGate = fail; }); }")
    click(page).close()
    page.wait_for_function("window.problem")
    page.evaluate("() => { failGate(new TypeError('the network is away')); window.gate = undefined; }")
    until_ready(page)
    approve(click(page))
    page.wait_for_function("window.session")


@pytest.mark.parametrize("settings", [{"sign_in": {"code_challenge": True}}])
def test_with_a_code_challenge_the_page_passes_it_to_apple_and_the_service_proves_it(system, site, page):
    popup = click(go(page, site.url + "/"))
    sent = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(popup.url).query))
    assert len(sent["code_challenge"]) == 43 and sent["code_challenge_method"] == "S256"
    approve(popup)
    page.wait_for_function("window.session")


@pytest.mark.parametrize("settings", [{"sign_in": {"question": "always"}}])
def test_a_page_can_ask_who_is_new_and_answers_for_them(system, site, page):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    site.pages["/"] = script_guide.html(
        system, ('      const session = await send("/v1/script/sign-in", answer);\n', script_guide.code("js"))
    )
    go(page, site.url + "/")
    approve(click(page))
    page.wait_for_function("window.session")
    session = page.evaluate("session")
    assert len(asked) == 1 and called(page, system, "/v1/account", token=session["access_token"])[0] == 200
    # whoever has an account is not asked
    go(page, site.url + "/")
    approve(click(page))
    page.wait_for_function("window.session")
    assert len(asked) == 1 and page.evaluate("session.account.id") == session["account"]["id"]


def test_without_a_popup_the_page_at_the_return_url_sends_what_apple_posted_there(system, site, page):
    site.pages["/"] = script_guide.html(
        system,
        ("usePopup: true", "usePopup: false"),
        ("await AppleID.auth.signIn();", "AppleID.auth.signIn(); return;"),
        ("AppleID.auth.init(", 'sessionStorage.setItem("state", begun.state); AppleID.auth.init('),
    )
    site.receiver = script_guide.receiver(system)
    go(page, site.url + "/")
    page.get_by_role("button", name=script_guide.NAME).click()
    browser.prove_who_you_are(page, PEOPLE["ada"])
    browser.consent(page, first="Augusta")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    assert page.evaluate("session.account.name") == {"given": "Augusta", "family": "Lovelace"}
