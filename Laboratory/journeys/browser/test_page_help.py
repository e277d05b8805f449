"""What pages tell people besides their subject: times in the reader's zone, where nothing is, and the list of errors."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

from harness import browser
from harness.browser import sign_in
from harness.emulator import PEOPLE, WEB

ADA = PEOPLE["ada"]
NEW_YORK = "America/New_York"


@pytest.fixture
def in_new_york(chromium):
    with browser.context(chromium, timezone_id=NEW_YORK, locale="en-US") as context:
        yield context.new_page()


def written(iso):
    """The time of a `datetime` attribute as Americans write it."""
    moment = datetime.datetime.fromisoformat(iso).astimezone(zoneinfo.ZoneInfo(NEW_YORK))
    return f"{moment:%B} {moment.day}, {moment.year} at {moment:%I:%M}".replace(" 0", " ")


def plain(text):
    """A text without the narrow spaces that some browsers put before AM and PM."""
    return text.replace("\u202f", " ")


def test_times_are_those_of_the_readers_zone(in_new_york, system):
    page = in_new_york
    sign_in(page, system, ADA)
    for path in ("/", "/web/account"):
        page.goto(system.url + path)
        for time in page.locator("time").all():
            text = plain(time.inner_text())
            assert written(time.get_attribute("datetime")) in text, text
            assert re.search(r" [AP]M E[DS]T$", text), text


def test_the_label_of_a_button_says_the_time_as_the_text_beside_it_does(in_new_york, chromium, system):
    with browser.context(chromium) as other:
        sign_in(other.new_page(), system, ADA)
    page = in_new_york
    sign_in(page, system, ADA)
    page.goto(system.url + "/web/account")
    row = page.locator("li", has=page.get_by_role("button", name="End the session"))
    since = plain(row.locator("time").inner_text()).removeprefix("since ")
    assert plain(row.get_by_role("button").get_attribute("aria-label")).endswith(since)


def test_the_language_of_the_page_writes_the_date_and_not_that_of_the_browser(chromium, system):
    # The service has no French, so its pages are in English.
    with browser.context(chromium, locale="fr-FR", timezone_id="Europe/Berlin") as context:
        page = context.new_page()
        page.goto(system.url + "/")
        page.get_by_role("link", name="Sign in with Apple").click()
        browser.prove_who_you_are(page, ADA)
        browser.consent(page)
        expect(page.locator("time").first).to_have_text(re.compile(r"^[A-Z]\w+ \d+, \d{4} at .* GMT\+[12]$"))


def test_without_scripts_times_are_in_utc(page_without_scripts, system):
    page = page_without_scripts
    browser.go_to_apple(page, system)
    browser.prove_who_you_are(page, ADA)
    browser.consent(page)
    page.get_by_role("button", name="Continue").click()  # Apple's page and ours, which a script would submit
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("time").first).to_have_text(re.compile(r"^\d+ \w+ \d{4} at \d\d:\d\d UTC$"))


def test_an_unknown_address_is_a_page_that_leads_on(page, system):
    answer = page.goto(system.url + "/nowhere")
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()
    assert page.request.get(system.url + "/nowhere").json()["error"] == "route_unknown"


def test_the_list_of_errors_can_be_searched(page, system):
    page.goto(system.url + "/errors")
    page.get_by_label("Find a code").fill("refresh reused")
    expect(page.get_by_role("row", name="refresh_token_reused")).to_be_visible()
    expect(page.locator("#rate_limited")).to_be_hidden()
    expect(page.get_by_role("heading", name="Requests")).to_be_hidden()
    page.get_by_label("Find a code").fill("")
    expect(page.locator("#rate_limited")).to_be_visible()


def test_without_scripts_the_list_of_errors_has_no_field_that_does_nothing(page_without_scripts, system):
    page_without_scripts.goto(system.url + "/errors")
    expect(page_without_scripts.locator("#rate_limited")).to_be_visible()
    expect(page_without_scripts.get_by_label("Find a code")).to_be_hidden()


def test_a_refused_return_url_leads_to_the_page_where_it_can_be_added(page, system):
    page.goto(f"{system.emulator.url}/auth/authorize?client_id={WEB}&response_type=code&redirect_uri=http://localhost:1/")
    expect(page.get_by_text("http://localhost:1/", exact=True)).to_be_visible()
    page.get_by_role("link", name="Change the registered addresses").click()
    expect(page.get_by_role("heading", name=WEB)).to_be_visible()


@pytest.mark.parametrize("height", [720, 1200])
def test_a_short_page_stands_in_the_middle_of_a_window(chromium, system, height):
    with browser.context(chromium, viewport={"width": 1280, "height": height}) as context:
        page = context.new_page()
        page.goto(system.url + "/web/callback")
        top = page.locator("header").bounding_box()["y"]
        box = page.locator("main").bounding_box()
        assert abs(top - (height - box["y"] - box["height"])) < 4
