"""Every page of the emulator, without barriers: axe, light and dark, narrow, right-to-left, forced colours, no motion."""

import pathlib
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness import barriers, browser, portal, script_site
from harness.browser import consent, go_to_apple, sign_in
from harness.emulator import PEOPLE, WEB, Emulator
from harness.relay import Relay
from test_safari_sheet import SAFARI, use_mac

pytestmark = pytest.mark.night

ADA = PEOPLE["ada"]
APP, SERVICE = "com.example.portal", "com.example.portal.web"


def look(page, template):
    barriers.look(page, "AppleIDEmulator", template)


def heading(page, name):
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_a_test_looks_at_every_template():
    looked_at = set(re.findall(r'\blook\(\w+, "(\w+)"\)', pathlib.Path(__file__).read_text()))
    assert looked_at == barriers.pages("AppleIDEmulator"), "each template of a page is looked at, and nothing else"


def test_the_pages_of_a_sign_in(page, system):
    page.goto(system.emulator.url + "/")
    look(page, "home")
    go_to_apple(page, system)
    heading(page, "Choose an account")
    look(page, "account")
    page.get_by_role("button", name=ADA["email"]).click()
    page.get_by_role("textbox", name="Password").fill("wrong")
    press(page, "Continue")
    expect(page.locator(".problem")).to_be_visible()
    look(page, "password")
    page.get_by_role("textbox", name="Password").fill(ADA["password"])
    press(page, "Continue")
    heading(page, "Two-factor authentication")
    look(page, "code")
    page.get_by_role("textbox", name="Six-digit code").fill(re.sub(r"\D", "", page.locator(".device-code").inner_text()))
    press(page, "Continue")
    heading(page, "Create an account with com.example.web?")
    look(page, "consent")
    page.route(system.url + "/web/callback", lambda route: route.fulfill(status=204))
    consent(page)
    heading(page, "Returning to " + urllib.parse.urlsplit(system.url).netloc)
    look(page, "form_post")
    page.goto(system.emulator.url + "/auth/authorize?client_id=com.example.unknown")
    expect(page.get_by_text("The emulator’s help")).to_be_visible()
    look(page, "refused")
    page.goto(system.emulator.url + "/nowhere")
    look(page, "unknown_address")


def test_a_window_without_an_opener(page, tmp_path):
    with script_site.running(tmp_path) as system:
        page.goto(
            system.emulator.url
            + "/auth/authorize?"
            + urllib.parse.urlencode(
                {
                    "client_id": WEB,
                    "redirect_uri": system.site.return_url,
                    "response_type": "code id_token",
                    "response_mode": "web_message",
                    "scope": "name email",
                    "state": "s-1",
                }
            )
        )
        browser.prove_who_you_are(page, ADA)
        consent(page)
        expect(page.get_by_text("There is no page to send the response to.")).to_be_visible()
        look(page, "web_message")


def test_the_sheet_of_safari(chromium, system):
    with browser.context(chromium, user_agent=SAFARI) as context:
        safari = context.new_page()
        use_mac(system, "ada")
        go_to_apple(safari, system)
        expect(safari.get_by_role("dialog")).to_be_visible()
        look(safari, "safari_sheet")


def test_the_account_pages(page, system):
    sign_in(page, system, ADA, hide_email=True)
    page.goto(system.emulator.url + "/account")
    look(page, "account_sign_in")
    page.get_by_role("button", name=ADA["email"]).click()
    heading(page, "Enter the password")
    look(page, "account_sign_in_password")
    page.get_by_role("textbox", name="Password").fill(ADA["password"])
    press(page, "Sign in")
    heading(page, "Your account")
    look(page, "account_overview")
    page.get_by_role("link", name="com.example.app").click()
    heading(page, "com.example.app")
    look(page, "account_app")
    page.goto(system.emulator.url + "/account")
    page.get_by_role("link", name="Change the password").click()
    heading(page, "Change the password")
    look(page, "account_password")
    page.goto(system.emulator.url + "/account")
    page.get_by_role("link", name="Delete the account").click()
    heading(page, "Delete the account?")
    look(page, "account_delete")
    page.evaluate("document.querySelectorAll('form input[name=token]').forEach(field => { field.value = 'x' })")
    page.get_by_role("textbox", name="Password").fill(ADA["password"])
    press(page, "Delete for good")
    heading(page, "Open the page again")
    look(page, "account_form_refused")


def test_the_device_and_its_sheet(page, system):
    system.control("device/apps", {"bundle_id": "com.example.app", "associated_domains": ["example.com"]})
    page.goto(system.emulator.url + "/device")
    page.get_by_text("Save a password").click()
    page.get_by_label("Domain").fill("example.com")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password", exact=True).fill("s3cret")
    press(page, "Save")
    look(page, "device")
    page.locator("a.person").first.click()
    heading(page, "Create an account with com.example.app?")
    look(page, "device_sheet")
    page.get_by_role("link", name="Ask for saved passwords").click()
    heading(page, "Sign in to com.example.app")
    look(page, "device_offer")
    page.go_back()
    press(page, "Continue")
    heading(page, "Face ID")
    look(page, "device_confirmation")
    press(page, "Confirm")
    heading(page, "What the app gets")
    look(page, "device_credential")
    page.get_by_role("link", name="Back to the device").click()
    page.locator("a.person").first.click()
    press(page, "Cancel")
    heading(page, "What the app gets")
    look(page, "device_cancelled")


def test_faults(page, system):
    system.control("faults", {"endpoint": "token", "fault": {"kind": "delay", "delay_ms": 1, "times": 2}})
    page.goto(system.emulator.url + "/faults")
    page.get_by_text("More", exact=True).click()
    look(page, "faults")


def test_the_mailbox(page, tmp_path):
    relay = Relay(tmp_path, listen="idp.localhost:0")
    try:
        relay.send()
        page.goto(relay.emulator.url + "/account")
        page.get_by_role("button", name=ADA["email"]).click()
        page.get_by_role("textbox", name="Password").fill(ADA["password"])
        press(page, "Sign in")
        page.get_by_role("link", name="Mail").click()
        heading(page, "Mail")
        look(page, "account_mail")
        page.get_by_role("link", name="Your order").click()
        heading(page, "Your order")
        page.get_by_text("As it was sent", exact=True).click()
        look(page, "account_mail_message")
    finally:
        relay.stop()


@pytest.fixture
def emulator(tmp_path):
    """An emulator with people, and without a team."""
    running = Emulator(tmp_path, {"people": PEOPLE}, "idp.localhost:0")
    yield running
    running.stop()


def test_the_portal(page, emulator, tmp_path):
    page.goto(emulator.url + "/portal")
    look(page, "portal")
    page.get_by_role("link", name="Create a team").click()
    look(page, "portal_team_new")
    portal.create_team(page, emulator, "Example Ltd")
    portal.register_app(page, APP, "Shop")
    look(page, "portal_team")
    page.get_by_role("link", name=APP).click()
    look(page, "portal_app")
    press(page, "Configure")
    heading(page, "Sign in with Apple")
    look(page, "portal_app_configure")
    portal.open_team(page, emulator, "Example Ltd")
    page.get_by_role("link", name="Register a Services ID").click()
    look(page, "portal_service_new")
    portal.open_team(page, emulator, "Example Ltd")
    portal.register_service(page, SERVICE, "Example Shop")
    page.goto(page.url)
    look(page, "portal_service")
    press(page, "Configure")
    heading(page, "Web Authentication Configuration")
    look(page, "portal_service_configure")
    portal.open_team(page, emulator, "Example Ltd")
    page.get_by_role("link", name="Create a key").click()
    look(page, "portal_key_new")
    page.get_by_label("Key Name").fill("First key")
    press(page, "Configure")
    heading(page, "Configure Key")
    look(page, "portal_key_configure")
    portal.open_team(page, emulator, "Example Ltd")
    portal.create_key(page, "First key", APP, tmp_path)
    look(page, "portal_key")
    page.get_by_role("link", name="Revoke").click()
    look(page, "portal_question")
    emulator.control(
        "portal/email-sources", {"team_id": re.search(r"team=(\w{10})", page.url)[1], "sources": ["example.com", "news@mail.example.org"]}
    )
    portal.open_team(page, emulator, "Example Ltd")
    page.get_by_role("link", name="Configure").click()
    look(page, "portal_email")
    buyer = portal.create_team(page, emulator, "Buyer Ltd")
    portal.open_team(page, emulator, "Example Ltd")
    portal.start_transfer(page, buyer)
    look(page, "portal_transfers")


def test_an_app_whose_capability_is_off(page, emulator):
    portal.create_team(page, emulator, "Example Ltd")
    portal.register_app(page, APP, "Shop", with_capability=False)
    page.goto(emulator.url + "/device")
    page.get_by_role("link", name=APP).click()
    press(page, "Continue")
    heading(page, "Sign Up Not Completed")
    look(page, "device_failed")
