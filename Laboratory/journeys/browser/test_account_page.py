"""What a person does on the emulator's account page, in a real Chromium, and what the apps are told about it."""

import json
import re

import pytest
from playwright.sync_api import expect

from harness.browser import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, sign_in, sign_out
from harness.emulator import PEOPLE
from harness.keys import part
from harness.receiver import Receiver

ADA = PEOPLE["ada"]


@pytest.fixture
def told(system):
    """Returns the events that the emulator posts to the team's notification URL, one at a time."""
    with Receiver() as receiver:
        system.control("notifications/url", {"team_id": "TEAM000001", "url": receiver.url})
        yield lambda: decoded(receiver.next()[2]["payload"])


def decoded(token):
    claims = part(token, 1)
    return claims | {"events": json.loads(claims["events"])}


def open_account(page, system, person, password=None):
    page.goto(system.emulator.url + "/")
    page.get_by_role("link", name="Account page").click()
    page.get_by_role("button", name=person["email"]).click()
    page.get_by_role("textbox", name="Password").fill(password or person["password"])
    page.get_by_role("button", name="Sign in").click()


def test_stop_using_an_app_makes_the_next_sign_in_a_first_one(page, system, told):
    sign_in(page, system, ADA, first="Augusta", last="King", hide_email=True)
    sign_out(page)
    open_account(page, system, ADA)
    page.get_by_role("link", name="com.example.app").click()
    expect(page.get_by_role("heading", name="com.example.app")).to_be_visible()
    facts = page.locator(".facts").inner_text()
    assert "Augusta King" in facts and "@privaterelay.appleid.com" in facts and "com.example.web" in facts
    page.get_by_role("button", name="Stop using").click()
    expect(page.get_by_role("status")).to_contain_text("no longer used with com.example.app")
    event = told()
    assert event["aud"] == "com.example.app" and event["events"]["type"] == "consent-revoked"
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    consent(page, first="Ada", last="Lovelace")
    expect_signed_in(page, system)
    assert fact(page, "Name") != "" and ADA["email"] in fact(page, "Email")


def test_forwarding_is_turned_off_and_on(page, system, told):
    sign_in(page, system, ADA, hide_email=True)
    relay = fact(page, "Email").split()[0]
    open_account(page, system, ADA)
    page.get_by_role("link", name="com.example.app").click()
    for state, event in (("off", "email-disabled"), ("on", "email-enabled")):
        page.get_by_role("button", name=f"Turn forwarding {state}").click()
        expect(page.get_by_role("heading", name=f"Forwarding is {state}")).to_be_visible()
        inner = told()["events"]
        assert (inner["type"], inner["email"], inner["is_private_email"]) == (event, relay, "true")


def test_a_new_password_is_asked_for_from_then_on(page, system):
    open_account(page, system, ADA)
    page.get_by_role("link", name="Change the password").click()
    page.get_by_role("textbox", name="Current password").fill(ADA["password"])
    page.get_by_role("textbox", name="New password").fill("even better horse")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password was changed.")
    go_to_apple(page, system)
    prove_who_you_are(page, ADA | {"password": "even better horse"})
    consent(page)
    expect_signed_in(page, system)


def test_a_deleted_account_is_gone_for_good(page, system, told):
    sign_in(page, system, ADA)
    open_account(page, system, ADA)
    page.get_by_role("link", name="Delete the account").click()
    page.get_by_role("textbox", name="Password").fill(ADA["password"])
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("status")).to_contain_text(f"The account {ADA['email']} was deleted.")
    assert told()["events"]["type"] == "account-deleted"
    expect(page.get_by_role("button", name=ADA["email"])).to_have_count(0)
    page.get_by_label("Email address").fill(ADA["email"])
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_have_text("This emulator has no account with that address.")


def test_the_account_page_works_by_keyboard_alone_and_without_scripts(page_without_scripts, system):
    page = page_without_scripts
    page.goto(system.emulator.url + "/account")
    page.keyboard.press("Tab")  # the first person
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Password")).to_be_focused()
    page.keyboard.type(ADA["password"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your account", exact=True)).to_be_visible()
    names = []
    for _ in range(4):
        page.keyboard.press("Tab")
        names.append(page.locator(":focus").inner_text().split("\n")[0])
    assert names == ["Sign out", "Mail", "Change the password", "Delete the account"]


def test_another_site_can_neither_see_nor_send_a_form_of_the_account_page(page, system):
    """`localhost` and `idp.localhost` are different sites, so the post has neither the cookie nor a valid token."""
    sign_in(page, system, ADA)
    open_account(page, system, ADA)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto(system.url + "/health/live")
    page.evaluate(
        """address => {
            const form = document.createElement('form');
            form.method = 'post'; form.action = address + '/account/stop-using';
            for (const [name, value] of [['team', 'TEAM000001'], ['app', 'com.example.app'], ['token', 'x']]) {
                const field = document.createElement('input');
                field.name = name; field.value = value; form.append(field);
            }
            document.documentElement.append(form); form.submit();
        }""",
        system.emulator.url,
    )
    expect(page.get_by_role("heading", name="Open the page again")).to_be_visible()
    page.get_by_role("link", name="Your account").click()
    expect(page.get_by_role("link", name=re.compile("com.example.app"))).to_be_visible()
