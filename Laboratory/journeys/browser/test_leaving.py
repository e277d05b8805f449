"""What a person does with their account at the service: sessions, a copy of the data, and deletion."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from harness import browser
from harness.browser import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, sign_in
from harness.emulator import PEOPLE
from harness.waiting import until

ADA = PEOPLE["ada"]


@pytest.fixture
def second_browser(chromium):
    with browser.context(chromium) as context:
        yield context.new_page()


def open_own_account(page):
    page.get_by_role("link", name="Manage your account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_a_person_sees_their_sessions_and_ends_one(page, second_browser, system):
    sign_in(page, system, ADA)
    sign_in(second_browser, system, ADA)
    open_own_account(page)
    rows = page.locator("[aria-labelledby=sessions] .rows li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="this session")).to_have_count(1)
    page.get_by_role("button", name=re.compile("End the session")).click()
    expect(rows).to_have_count(1)
    second_browser.goto(system.url + "/")
    expect(second_browser.get_by_role("link", name="Sign in with Apple")).to_be_visible()


def test_ending_all_others_leaves_the_one_in_use(page, second_browser, system):
    sign_in(page, system, ADA)
    sign_in(second_browser, system, ADA)
    open_own_account(page)
    page.get_by_role("button", name="End all other sessions").click()
    expect(page.locator("[aria-labelledby=sessions] .rows li")).to_have_count(1)
    expect(page.get_by_role("button", name="End all other sessions")).to_have_count(0)


def test_a_copy_of_everything_is_a_file_without_secrets(page, system):
    sign_in(page, system, ADA, first="Augusta", last="King")
    open_own_account(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename == "account.json"
    copy = json.loads(pathlib.Path(download.value.path()).read_text(encoding="utf-8"))
    assert copy["account"]["name"] == {"given": "Augusta", "family": "King"}
    assert copy["identities"][0]["grants"] == [
        {"client": "com.example.web", "is_held": True, "obtained_at": copy["identities"][0]["grants"][0]["obtained_at"]}
    ]
    assert [line["event"] for line in copy["audit"]] == ["exported", "signed_in"]
    assert not re.search(r"eyJ|refresh_token|sealed", json.dumps(copy))


def test_deleting_revokes_at_apple_and_coming_back_is_a_first_sign_in(page, system):
    sign_in(page, system, ADA, first="Augusta", last="King", hide_email=True)
    first = fact(page, "Account")
    open_own_account(page)
    page.get_by_role("link", name="Delete your account").click()
    expect(page.get_by_role("heading", name="Delete your account?")).to_be_visible()
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", name="Your account was deleted")).to_be_visible()
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()
    system.until_revoked()

    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    expect(page.get_by_label("First name")).to_be_visible()
    consent(page, first="Ada", last="Byron", hide_email=True)
    expect_signed_in(page, system)
    assert fact(page, "Account") != first
    assert fact(page, "Name") == "Ada Byron"


def test_who_stops_using_the_app_at_apple_is_signed_out_here(page, system):
    sign_in(page, system, ADA, hide_email=True)
    account = fact(page, "Account")
    system.control("account/stop-using", {"person": "ada", "client": "com.example.web"})
    until(lambda: any(sent["delivered"] for sent in system.control("notifications")["entries"]), "the service is told")
    page.goto(system.url + "/")
    expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()
    sign_in(page, system, ADA, hide_email=True)
    assert fact(page, "Account") == account


def test_the_pages_work_without_a_session_and_for_nobody_else(page, system):
    for path in ["/web/account", "/web/account/delete"]:
        page.goto(system.url + path)
        assert page.url.startswith(system.emulator.url), page.url
