"""The emulator's faults page, and its pages with a thousand people, in a real browser."""

import pytest
from playwright.sync_api import expect

from harness.browser import context, go_to_apple, prove_who_you_are
from harness.emulator import PEOPLE

pytestmark = pytest.mark.night


def test_a_fault_is_set_and_removed_on_the_page(page, system):
    page.goto(system.emulator.url + "/")
    page.get_by_role("link", name="Faults").click()
    expect(page.get_by_text("None. Every endpoint answers as Apple’s does.")).to_be_visible()
    page.get_by_label("Endpoint").select_option("keys")
    page.get_by_label("What happens").select_option("status")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Status").fill("502")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("every request · status 502")).to_be_visible()
    assert system.emulator.send("GET", "/auth/keys").status == 502
    page.get_by_role("button", name="Remove status of keys").click()
    expect(page.get_by_text("None. Every endpoint answers as Apple’s does.")).to_be_visible()
    assert system.emulator.send("GET", "/auth/keys").status == 200


def test_a_mistake_is_said_and_what_was_typed_stays(page, system):
    page.goto(system.emulator.url + "/faults")
    page.get_by_label("What happens").select_option("identity_token")
    page.get_by_label("How many requests").fill("3")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("alert")).to_contain_text("identity_token needs a variant")
    expect(page.get_by_label("How many requests")).to_have_value("3")
    expect(page.get_by_label("What happens")).to_have_value("identity_token")
    page.get_by_label("Variant").select_option("other_key")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("3 times")).to_be_visible()


def test_the_faults_page_works_by_keyboard_alone_and_without_scripts(page_without_scripts, system):
    page = page_without_scripts
    page.goto(system.emulator.url + "/faults")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Endpoint")).to_be_focused()
    page.keyboard.type("keys")
    page.keyboard.press("Tab")
    page.keyboard.type("delay")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_label("How many requests")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("keys: the real response, delayed")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Remove delay of keys")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("None. Every endpoint answers as Apple’s does.")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1000])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_of_the_faults_page_is_cut_off(chromium, system, scheme, width):
    system.control(
        "faults",
        {
            "endpoint": "token",
            "fault": {"kind": "identity_token", "variant": "other_audience", "client_id": "com.example.a-client-with-a-long-name"},
        },
    )
    with context(chromium, viewport={"width": width, "height": 700}, color_scheme=scheme) as made:
        page = made.new_page()
        page.goto(system.emulator.url + "/faults")
        page.get_by_text("More", exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_one_of_a_thousand_people_is_found_and_signs_in(page, system):
    system.control(
        "people",
        {
            "people": [
                {"key": f"p{n}", "email": f"person{n}@example.com", "name": {"first": "Person", "last": f"No. {n}"}} for n in range(1000)
            ]
        },
    )
    go_to_apple(page, system)
    expect(page.locator("button.person")).to_have_count(20)
    expect(page.get_by_text(f"The first 20 of {1000 + len(PEOPLE)} people.")).to_be_visible()
    page.get_by_label("Find by name, address or key").fill("no. 777")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 person matches “no. 777”.")).to_be_visible()
    prove_who_you_are(page, {"email": "person777@example.com", "password": "password"})
    expect(page.get_by_role("heading", name="Create an account with com.example.web?")).to_be_visible()
