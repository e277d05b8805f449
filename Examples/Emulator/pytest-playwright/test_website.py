"""The website in a browser, at the emulator's pages."""

import re

from playwright.sync_api import Page, expect


def sign_in(page: Page, site, email, password):
    """What a person does on Apple's pages."""
    page.goto(site.url)
    page.get_by_role("link", name="Sign in with Apple").click()
    page.get_by_role("button", name=email).click()
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("button", name="Continue").click()
    code = page.locator(".device-code").inner_text()
    page.get_by_role("textbox").fill(re.sub(r"\D", "", code))
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Continue").click()


def test_a_person_is_welcomed_by_name(page: Page, site, apple_id_emulator):
    apple_id_emulator.create_person("ada", first="Ada", last="Lovelace", password="ada-password")
    sign_in(page, site, "ada@example.com", "ada-password")
    expect(page.get_by_role("heading", name="Welcome, Ada")).to_be_visible()
    assert apple_id_emulator.wait_for("tokens_issued", person="ada")["client_id"] == apple_id_emulator.service


def test_a_person_who_cancels_is_not_signed_in(page: Page, site, apple_id_emulator):
    page.goto(f"{site.url}/sign-in")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("You did not sign in.")).to_be_visible()
    assert not apple_id_emulator.events("code_issued")


def test_a_person_can_try_again_while_apple_is_down(page: Page, site, apple_id_emulator):
    apple_id_emulator.set_fault("token", "status", status=503, times=1)
    sign_in(page, site, "maya@example.com", "maya-password")
    expect(page.get_by_text("Apple cannot be reached")).to_be_visible()
    apple_id_emulator.wait_for("fault_fired", endpoint="token")
