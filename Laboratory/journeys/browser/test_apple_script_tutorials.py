"""Pages of public tutorials work when the script comes from the emulator's address instead of Apple's."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from harness import browser, script_site
from harness.emulator import PEOPLE

pytestmark = pytest.mark.night

TUTORIALS = pathlib.Path(__file__).parent / "tutorials"
# What signs in on the page: the drawn button, or one of its own.
DRAWN = "#appleid-signin [role=button]"
BY_POPUP = {"apple_markup": DRAWN, "apple_javascript": "#other", "pieces_loaded_later": "#login"}
BY_REDIRECT = {"qiita_button_styles": DRAWN, "php_redirect": DRAWN}


@pytest.fixture
def system(tmp_path):
    with script_site.running(tmp_path) as system:
        yield system


@pytest.fixture
def open_tutorial(page, system):
    def open_tutorial(name):
        html = (TUTORIALS / f"{name}.html").read_text()
        assert html.count(script_site.CDN) == 1
        # Nothing but the emulator and the site may be asked.
        page.route("**/*", lambda route: route.continue_() if ".localhost:" in route.request.url else route.abort())
        page.goto(system.publish(html.replace(script_site.CDN, system.emulator.url)))
        return page

    return open_tutorial


def expect_usable(system, authorization):
    claims = system.verified(authorization["id_token"])
    assert claims["email"] == PEOPLE["ada"]["email"] and authorization["state"] == "a state"
    assert system.exchange(authorization["code"]).status == 200
    return claims


def test_every_tutorial_is_tried():
    assert {path.stem for path in TUTORIALS.glob("*.html")} == BY_POPUP.keys() | BY_REDIRECT.keys()


@pytest.mark.parametrize("name", BY_POPUP)
def test_tutorials_with_a_popup_work(page, system, open_tutorial, name):
    open_tutorial(name)
    with page.expect_popup() as opened:
        page.locator(BY_POPUP[name]).click()
    browser.prove_who_you_are(opened.value, PEOPLE["ada"])
    browser.consent(opened.value)
    expect(page.locator("#result")).not_to_be_empty()
    result = json.loads(page.locator("#result").inner_text())
    assert expect_usable(system, result["authorization"])["nonce"] == "a nonce"
    assert result["user"] == {"name": {"firstName": "Ada", "lastName": "Lovelace"}, "email": "ada@example.com"}


@pytest.mark.parametrize("name", BY_POPUP)
def test_tutorials_with_a_popup_show_the_error_of_a_person_who_cancels(page, system, open_tutorial, name):
    open_tutorial(name)
    with page.expect_popup() as opened:
        page.locator(BY_POPUP[name]).click()
    opened.value.get_by_role("button", name=PEOPLE["ada"]["email"]).click()
    opened.value.get_by_role("button", name="Cancel").click()
    expect(page.locator("#result")).to_have_text('{"error":"user_cancelled_authorize"}')


@pytest.mark.parametrize("name", BY_REDIRECT)
def test_tutorials_with_a_redirect_work(page, system, open_tutorial, name):
    open_tutorial(name)
    page.locator(BY_REDIRECT[name]).click()
    browser.prove_who_you_are(page, PEOPLE["ada"])
    browser.consent(page)
    expect(page.get_by_role("heading", name="Received")).to_be_visible()
    expect_usable(system, system.site.posted[0])
    assert json.loads(system.site.posted[0]["user"])["name"]["firstName"] == "Ada"
