"""The emulator's developer portal in a real browser, from an emulator without any team."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness import portal
from harness.browser import consent, context, prove_who_you_are
from harness.emulator import PEOPLE, Emulator
from harness.keys import part
from harness.portal import heading, press
from harness.programs import siwa

pytestmark = pytest.mark.night

TEAM, APP, WEB = "Example Ltd", "com.example.portal", "com.example.portal.web"
CALLBACK = "https://shop.example/apple/callback"
ADA = PEOPLE["ada"]


@pytest.fixture
def emulator(tmp_path):
    """An emulator with people, and without a team."""
    running = Emulator(tmp_path, {"people": PEOPLE}, "idp.localhost:0")
    yield running
    running.stop()


@pytest.fixture
def team_id(page, emulator):
    """A team with an App ID and a configured Services ID, made on the pages."""
    team_id = portal.create_team(page, emulator, TEAM)
    portal.register_app(page, APP, "Shop")
    portal.register_service(page, WEB, "Example Shop")
    portal.configure_service(page, APP, ["shop.example"], [CALLBACK])
    portal.open_team(page, emulator, TEAM)
    return team_id


def authorize_url(emulator, client=WEB, return_url=CALLBACK):
    return (
        emulator.url
        + "/auth/authorize?"
        + urllib.parse.urlencode(
            {
                "client_id": client,
                "redirect_uri": return_url,
                "response_type": "code",
                "response_mode": "form_post",
                "scope": "name email",
                "state": "s-1",
            }
        )
    )


def sign_in(page, emulator):
    """Signs Ada in on the pages, and returns the code that the return URL gets."""
    posted = []
    page.route(CALLBACK, lambda route: (posted.append(route.request.post_data), route.fulfill(body="signed in")))
    page.goto(authorize_url(emulator))
    expect(page.locator(".client-name")).to_have_text("Example Shop")
    prove_who_you_are(page, ADA)
    consent(page)
    expect(page.get_by_text("signed in")).to_be_visible()
    page.unroute(CALLBACK)
    return urllib.parse.parse_qs(posted[0])["code"][0]


def redeem(emulator, team_id, key, code):
    """Redeems a code with a client secret of this key, as a server does."""
    key_id, file = key
    secret = siwa(
        "client-secret", "--team-id", team_id, "--key-id", key_id, "--client-id", WEB, "--key-file", file, "--audience", emulator.url
    )
    assert secret.returncode == 0, secret
    return emulator.send(
        "POST",
        "/auth/token",
        form={
            "client_id": WEB,
            "client_secret": secret.stdout.strip(),
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
        },
    )


def test_a_team_begins_with_nothing_and_rotates_its_key(page, emulator, team_id, tmp_path):
    first = portal.create_key(page, "First key", APP, tmp_path)
    answer = redeem(emulator, team_id, first, sign_in(page, emulator))
    assert answer.status == 200 and part(answer.json["id_token"], 1)["aud"] == WEB, answer

    portal.revoke_key(page, emulator, TEAM, "First key")
    code = sign_in(page, emulator)
    answer = redeem(emulator, team_id, first, code)
    assert (answer.status, answer.body) == (400, b'{"error":"invalid_client"}'), answer.body
    entry = emulator.log("/auth/token")[-1]
    assert entry["cause"] == "secret_key_revoked" and first[0] in entry["explanation"], entry

    portal.open_team(page, emulator, TEAM)
    second = portal.create_key(page, "Second key", APP, tmp_path)
    assert redeem(emulator, team_id, second, code).status == 200
    assert redeem(emulator, team_id, second, sign_in(page, emulator)).status == 200


def test_an_app_goes_to_another_team_whose_key_signs_from_then_on(page, emulator, team_id, tmp_path):
    key = portal.create_key(page, "First key", APP, tmp_path)
    code = sign_in(page, emulator)
    buyer = portal.create_team(page, emulator, "Buyer Ltd")
    portal.open_team(page, emulator, TEAM)
    portal.start_transfer(page, buyer)
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    portal.open_team(page, emulator, "Buyer Ltd")
    page.get_by_role("link", name="Transfer an app").click()
    press(page, "Accept")
    expect(page.get_by_text("The app and its people belong to this team now.")).to_be_visible()

    answer = redeem(emulator, team_id, key, code)
    assert (answer.status, answer.body) == (400, b'{"error":"invalid_client"}'), answer.body
    assert emulator.log("/auth/token")[-1]["cause"] == "client_of_other_team"
    portal.open_team(page, emulator, "Buyer Ltd")
    theirs = portal.create_key(page, "Buyer's key", APP, tmp_path)
    assert redeem(emulator, buyer, theirs, code).status == 200


def test_a_key_can_be_downloaded_once(page, emulator, team_id, tmp_path):
    portal.create_key(page, "First key", APP, tmp_path)
    page.get_by_role("button", name=re.compile("^Download")).click()
    expect(page.get_by_role("alert")).to_contain_text("possible only once")
    expect(page.get_by_role("button", name=re.compile("^Download"))).to_have_count(0)


def test_a_third_key_is_refused_until_one_is_revoked(page, emulator, team_id, tmp_path):
    for name in ("First key", "Second key"):
        portal.create_key(page, name, APP, tmp_path)
        portal.open_team(page, emulator, TEAM)
    page.get_by_role("link", name="Create a key").click()
    page.get_by_label("Key Name").fill("Third key")
    press(page, "Configure")
    page.get_by_label("Primary App ID").select_option(APP)
    press(page, "Save")
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_contain_text("already has 2 keys")
    expect(page.get_by_label("Key Name")).to_have_value("Third key")
    portal.revoke_key(page, emulator, TEAM, "First key")
    portal.open_team(page, emulator, TEAM)
    portal.create_key(page, "Third key", APP, tmp_path)


def test_nothing_counts_before_the_last_button(page, emulator, team_id):
    """Leaving the pages after Done, and again after Continue, keeps what was saved before."""
    other = "https://shop.example/other"
    page.get_by_role("link", name=WEB).click()
    portal.enter_website_urls(page, APP, ["shop.example"], [other])
    page.goto(authorize_url(emulator, return_url=other))
    expect(page.get_by_text("Invalid web redirect url")).to_be_visible()
    portal.open_team(page, emulator, TEAM)
    page.get_by_role("link", name=WEB).click()
    expect(page.get_by_text("Not saved yet")).to_have_count(0)
    expect(page.get_by_text(CALLBACK)).to_be_visible()
    portal.enter_website_urls(page, APP, ["shop.example"], [other])
    press(page, "Continue")
    page.goto(authorize_url(emulator, return_url=other))
    expect(page.get_by_text("Invalid web redirect url")).to_be_visible()
    portal.open_team(page, emulator, TEAM)
    page.get_by_role("link", name=WEB).click()
    portal.configure_service(page, APP, ["shop.example"], [other])
    page.goto(authorize_url(emulator, return_url=other))
    expect(page.get_by_text("Example Shop")).to_be_visible()


def test_an_identifier_is_not_registered_before_register(page, emulator):
    portal.create_team(page, emulator, TEAM)
    page.get_by_role("link", name="Register an App ID").click()
    page.get_by_label("Description").fill("Shop")
    page.get_by_label("Bundle ID").fill(APP)
    press(page, "Continue")
    portal.open_team(page, emulator, TEAM)
    expect(page.get_by_text(APP)).to_have_count(0)
    page.goto(authorize_url(emulator, client=APP))
    expect(page.get_by_text("client_unknown")).to_be_visible()


def test_a_capability_that_is_switched_off_breaks_the_sign_in_and_the_sheet(page, emulator, team_id):
    page.get_by_role("link", name="Shop").first.click()
    page.get_by_label("Sign in with Apple").uncheck()
    press(page, "Save")
    expect(page.get_by_text("The App ID was saved.")).to_be_visible()
    page.goto(authorize_url(emulator))
    expect(heading(page, "invalid_client")).to_be_visible()
    expect(page.get_by_text("client_primary_app_off")).to_be_visible()
    page.goto(emulator.url + "/device")
    page.get_by_role("link", name=APP).click()
    press(page, "Continue")
    expect(heading(page, "Sign Up Not Completed")).to_be_visible()
    expect(page.get_by_text("client_capability_off")).to_be_visible()


def test_mistakes_are_said_and_what_was_typed_stays(page, emulator, team_id):
    page.get_by_role("link", name=WEB).click()
    press(page, "Configure")
    page.get_by_label("Return URLs").fill("myapp://callback")
    press(page, "Next")
    expect(page.get_by_role("alert")).to_have_text("One or more Return URLs are invalid")
    expect(page.get_by_label("Return URLs")).to_have_value("myapp://callback")
    expect(page.get_by_label("Domains and Subdomains")).to_have_value("shop.example")
    press(page, "Cancel")
    expect(page.get_by_text(CALLBACK)).to_be_visible()
    portal.open_team(page, emulator, TEAM)
    page.get_by_role("link", name="Register an App ID").click()
    page.get_by_label("Description").fill("Shop <b>")
    page.get_by_label("Bundle ID").fill(WEB)
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_contain_text("is already a Services ID")
    expect(page.get_by_label("Description")).to_have_value("Shop <b>")


def test_an_app_is_grouped_and_ungrouped(page, emulator, team_id):
    portal.register_app(page, "com.example.watch", "Watch")
    page.get_by_role("link", name="com.example.watch").click()
    press(page, "Configure")
    page.get_by_label("Group with an existing primary App ID").check()
    page.get_by_label("Primary App ID to group with").select_option(APP)
    press(page, "Done")
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    press(page, "Save")
    expect(page.get_by_text(f"Enabled as grouped with {APP}")).to_be_visible()
    press(page, "Configure")
    page.get_by_label("Enable as a primary App ID").check()
    page.get_by_label("Server-to-Server Notification Endpoint").fill("https://shop.example/notifications")
    press(page, "Done")
    press(page, "Save")
    expect(page.get_by_text("notifications to https://shop.example/notifications")).to_be_visible()


def test_a_pending_change_is_shown_until_it_takes_effect(page, emulator, team_id):
    emulator.control("clock", {"freeze": True})
    emulator.control("switches", {"portal_delay": 120})
    page.get_by_role("link", name=WEB).click()
    page.get_by_label("Sign in with Apple").uncheck()
    portal.save_service(page)
    expect(page.get_by_text(f"Services ID {WEB}: takes effect in 120 s")).to_be_visible()
    page.goto(authorize_url(emulator))
    expect(page.get_by_text("Example Shop")).to_be_visible()
    emulator.control("clock", {"advance": 120})
    page.goto(authorize_url(emulator))
    expect(page.get_by_text("client_capability_off")).to_be_visible()
    portal.open_team(page, emulator, TEAM)
    expect(page.get_by_text("takes effect in")).to_have_count(0)


def test_a_domain_is_verified_by_its_file(page, emulator, team_id, tmp_path):
    emulator.control("switches", {"domain_verification": True})
    page.get_by_role("link", name=WEB).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file for shop.example").click()
    assert download.value.suggested_filename == "apple-developer-domain-association.txt"
    local = f"localhost:{emulator.port}"
    portal.configure_service(page, APP, ["shop.example", local], [CALLBACK])
    press(page, f"Verify {local}")
    expect(page.get_by_role("alert")).to_contain_text("was answered 404")


def test_the_portal_works_without_scripts_and_by_keyboard_alone(page_without_scripts, emulator):
    page = page_without_scripts
    page.goto(emulator.url + "/portal/team/new")
    expect(page.get_by_label("Name of the team")).to_be_focused()
    page.keyboard.type(TEAM)
    page.keyboard.press("Enter")
    expect(heading(page, TEAM)).to_be_visible()
    page.get_by_role("link", name="Register an App ID").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Description").focus()
    page.keyboard.type("Shop")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Bundle ID")).to_be_focused()
    page.keyboard.type(APP)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_label("Sign in with Apple")).to_be_checked()
    page.keyboard.press("Enter")
    expect(heading(page, "Confirm your App ID")).to_be_visible()
    page.get_by_role("button", name="Register").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The App ID was registered.")).to_be_visible()


@pytest.mark.parametrize("width", [375, 1000])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_of_the_portal_is_cut_off(chromium, emulator, scheme, width):
    with context(chromium, viewport={"width": width, "height": 800}, color_scheme=scheme) as made:
        page = made.new_page()
        portal.create_team(page, emulator, TEAM)
        portal.register_app(page, "com.example.an-application-with-a-rather-long-name", "Shop")
        portal.register_service(page, "com.example.a-website-with-a-rather-long-name", "Example Shop")
        for name in (None, "Configure"):
            if name:
                press(page, name)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
        portal.open_team(page, emulator, TEAM)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
