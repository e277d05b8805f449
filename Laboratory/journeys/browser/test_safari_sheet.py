"""Safari's sheet on a Mac in place of Apple's pages, and a browser that a person trusts."""

import re

import pytest
from playwright.sync_api import expect

from harness import browser
from harness.browser import go_to_apple, prove_who_you_are
from harness.emulator import PEOPLE

pytestmark = pytest.mark.night

SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15"


@pytest.fixture
def safari(chromium):
    with browser.context(chromium, user_agent=SAFARI) as context:
        yield context.new_page()


def use_mac(system, person):
    system.control("device/accounts", {"device": "mac", "person": person})
    system.control("switches", {"safari_sheet": "safari"})


def heading(page, name):
    return page.get_by_role("heading", name=name, exact=True)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_safari_on_the_mac_signs_in_with_touch_id_and_without_typing(safari, system):
    use_mac(system, "ada")
    go_to_apple(safari, system)
    expect(safari.get_by_role("dialog")).to_contain_text(PEOPLE["ada"]["email"])
    assert safari.locator("input[type=password]").count() == 0
    safari.get_by_label("Hide My Email").check()
    press(safari, "Continue")
    expect(heading(safari, "Touch ID")).to_be_visible()
    press(safari, "Confirm")
    safari.wait_for_url(re.compile(r"^http://localhost"))
    (consent,) = system.control("snapshot")["consents"]
    assert consent["person"] == "ada" and not consent["email_shared"]


def test_who_is_not_recognised_types_the_login_password_of_the_mac(safari, system):
    use_mac(system, "ada")
    go_to_apple(safari, system)
    press(safari, "Continue")
    press(safari, "Not recognised")
    expect(safari.get_by_role("alert")).to_have_text("Touch ID did not recognise you.")
    press(safari, "Not recognised")
    safari.get_by_label("Login password of the Mac").fill(safari.locator("#hint code").inner_text())
    press(safari, "Continue")
    safari.wait_for_url(re.compile(r"^http://localhost"))
    assert len(system.control("snapshot")["consents"]) == 1


def test_the_sheet_leads_to_the_pages_for_a_different_account(safari, system):
    use_mac(system, "ada")
    go_to_apple(safari, system)
    press(safari, "Use a different Apple Account")
    expect(heading(safari, "Choose an account")).to_be_visible()
    prove_who_you_are(safari, PEOPLE["zoe"])
    press(safari, "Continue")
    safari.wait_for_url(re.compile(r"^http://localhost"))
    (consent,) = system.control("snapshot")["consents"]
    assert consent["person"] == "zoe"


def test_other_browsers_show_the_pages(page, system):
    use_mac(system, "ada")
    go_to_apple(page, system)
    expect(heading(page, "Choose an account")).to_be_visible()


def test_a_trusted_browser_is_not_asked_for_a_code_again(page, system):
    go_to_apple(page, system)
    page.get_by_role("button", name=PEOPLE["ada"]["email"]).click()
    page.get_by_role("textbox", name="Password").fill(PEOPLE["ada"]["password"])
    press(page, "Continue")
    page.get_by_role("checkbox", name="Trust this browser").check()
    page.get_by_role("textbox", name="Six-digit code").fill(re.sub(r"\D", "", page.locator(".device-code").inner_text()))
    press(page, "Continue")
    press(page, "Cancel")
    page.wait_for_url(re.compile(r"^http://localhost"))
    go_to_apple(page, system)
    page.get_by_role("button", name=PEOPLE["ada"]["email"]).click()
    page.get_by_role("textbox", name="Password").fill(PEOPLE["ada"]["password"])
    press(page, "Continue")
    expect(heading(page, "Create an account with com.example.web?")).to_be_visible()
