"""People who already have an account: they are asked first, and linked by the app's ticket or their own sign-in."""

import json
import os
import re

import pytest
from playwright.sync_api import expect

from harness.browser import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, sign_in, sign_out, two_sites
from harness.emulator import PEOPLE

ADA, NED, ZOE = PEOPLE["ada"], PEOPLE["ned"], PEOPLE["zoe"]
SHOP = "http://localhost:3999/account"


@pytest.fixture
def asking(tmp_path):
    """A service that asks people who hide their address whether they have been here before."""
    with two_sites(tmp_path, sign_in={"question": "hidden_address", "existing_users_url": SHOP}) as system:
        yield system


@pytest.fixture
def shop_system(tmp_path):
    """A service that is configured with the app's own page, which provides link tickets."""
    with two_sites(tmp_path, sign_in={"existing_users_url": SHOP}) as system:
        yield system


def picture(page, name):
    """Saves a screenshot in the folder that SIWA_PICTURES names, if it is set."""
    if folder := os.environ.get("SIWA_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def is_asked(page, person, system):
    go_to_apple(page, system)
    prove_who_you_are(page, person)
    consent(page, hide_email=True)
    expect(page.get_by_role("heading", name="Have you been here before?")).to_be_visible()


def shop_page(page, system, ticket):
    """The app's own page, which posts a link ticket for its signed-in user to the service."""
    page.route(
        SHOP,
        lambda route: route.fulfill(
            content_type="text/html",
            body=f"""
        <form method="post" action="{system.url}/web/link"><input type="hidden" name="ticket" value="{ticket}">
        <input type="hidden" name="return_to" value="/"><button>Use Sign in with Apple</button></form>""",
        ),
    )
    page.goto(SHOP)
    page.get_by_role("button", name="Use Sign in with Apple").click()


def test_who_hides_their_address_is_asked_first_and_gets_the_account_they_had(page, asking):
    sign_in(page, asking, ADA)
    account = fact(page, "Account")
    sign_out(page)
    is_asked(page, ZOE, asking)
    picture(page, "question")
    page.get_by_role("link", name="Yes, with another Apple Account").click()
    prove_who_you_are(page, ADA)
    consent(page)
    expect(page.get_by_role("heading", name="Is this your account?")).to_be_visible()
    expect(page.get_by_text("ada@example.com")).to_be_visible()
    picture(page, "question-known")
    page.get_by_role("button", name="Yes, add it to this account").click()
    expect_signed_in(page, asking)
    assert fact(page, "Account") == account
    assert fact(page, "Email").startswith("ada@example.com")
    sign_out(page)
    sign_in(page, asking, ZOE)
    assert fact(page, "Account") == account


def test_who_is_new_says_so_and_is_asked_no_more(page, asking):
    is_asked(page, ZOE, asking)
    page.get_by_role("button", name="Create a new account").click()
    expect_signed_in(page, asking)
    account = fact(page, "Account")
    page.goto(asking.url + "/web/question")
    expect(page.get_by_role("heading", name="This question is no longer open")).to_be_visible()
    picture(page, "question-over")
    page.goto(asking.url + "/")
    sign_out(page)
    sign_in(page, asking, ZOE)
    assert fact(page, "Account") == account


def test_the_app_vouches_for_its_user_and_the_next_sign_in_links(page, asking):
    key = asking.key("link", "accounts:read")
    ticket = asking.backend(key, "/v1/link-tickets", {"external_id": "4711", "label": "zoe@shop.example"})["ticket"]
    is_asked(page, ZOE, asking)
    assert page.get_by_role("link", name="Yes, I have an account").get_attribute("href") == SHOP
    shop_page(page, asking, ticket)
    expect(page.get_by_role("heading", name="Use Sign in with Apple?")).to_be_visible()
    expect(page.get_by_text("zoe@shop.example")).to_be_visible()
    assert ticket not in page.url
    picture(page, "link")
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, ZOE)
    consent(page)
    expect_signed_in(page, asking)
    found = asking.backend(key, "/v1/accounts?external_id=4711")
    assert (found["account"]["id"], found["identities"]) == (fact(page, "Account"), 1)
    shop_page(page, asking, ticket)
    expect(page.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
    picture(page, "link-over")


def add_another(page):
    page.get_by_role("link", name="Manage your account").click()
    page.get_by_role("link", name="Add another Apple Account").click()
    expect(page.get_by_role("heading", name="Add another Apple Account")).to_be_visible()


def test_who_is_signed_in_adds_another_apple_account_and_removes_it(page, system):
    sign_in(page, system, ADA)
    account = fact(page, "Account")
    add_another(page)
    picture(page, "link-another")
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, NED)
    consent(page)
    ways = page.locator("section").filter(has=page.get_by_role("heading", name="How you sign in")).locator(".rows li")
    expect(ways).to_have_count(2)
    picture(page, "account")
    ways.last.get_by_role("button", name=re.compile("Remove")).click()
    expect(ways).to_have_count(1)
    expect(ways.get_by_role("button")).to_have_count(0)
    page.goto(system.url + "/")
    sign_out(page)
    sign_in(page, system, NED)
    assert fact(page, "Account") != account


def test_a_link_is_refused_under_another_session(page, context, system):
    sign_in(page, system, ADA)
    add_another(page)
    page.get_by_role("button", name="Continue with Apple").click()
    page.wait_for_url(re.compile(re.escape(system.emulator.url)))
    other = context.new_page()
    other.goto(system.url + "/")
    sign_out(other)
    sign_in(other, system, ZOE)
    prove_who_you_are(page, NED)
    consent(page)
    expect(page.get_by_role("heading", name="You are in a different session")).to_be_visible()
    picture(page, "link-refused")
    other.goto(system.url + "/web/account")
    expect(other.get_by_role("button", name=re.compile("Remove"))).to_have_count(0)


def test_two_accounts_are_brought_together_after_a_look_at_both(page, system):
    sign_in(page, system, NED)
    sign_out(page)
    sign_in(page, system, ADA)
    account = fact(page, "Account")
    add_another(page)
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, NED)
    consent(page)
    expect(page.get_by_role("heading", name="Merge your accounts?")).to_be_visible()
    expect(page.get_by_text("ada@example.com")).to_be_visible()
    expect(page.get_by_text("ned@example.com")).to_be_visible()
    picture(page, "merge")
    page.get_by_role("button", name="Merge the accounts").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.goto(system.url + "/")
    sign_out(page)
    sign_in(page, system, NED)
    assert fact(page, "Account") == account


def test_an_imported_user_links_apple_and_leaves_the_other_login(page, shop_system):
    system = shop_system
    users = system.folder / "users.jsonl"
    users.write_text(
        json.dumps(
            {
                "external_id": "4711",
                "email": "ada@shop.example",
                "name": {"given": "Ada", "family": "King"},
                "identities": [{"issuer": "https://accounts.google.com", "subject": "10769"}],
            }
        )
    )
    assert system.command("import", users).returncode == 0
    key = system.key("link")
    shop_page(page, system, system.backend(key, "/v1/link-tickets", {"external_id": "4711"})["ticket"])
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, ADA)
    consent(page)
    assert fact(page, "Name") == "Ada King"
    page.get_by_role("link", name="Manage your account").click()
    elsewhere = page.locator("section").filter(has=page.get_by_role("heading", name="Other logins"))
    expect(elsewhere.get_by_text("https://accounts.google.com")).to_be_visible()
    picture(page, "account-elsewhere")
    elsewhere.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", name="How you sign in")).to_be_visible()
    expect(elsewhere).to_have_count(0)
