"""The emulator's device page in a real browser."""
from playwright.sync_api import expect

from harness.emulator import PEOPLE


def member(page, name):
    return page.locator(".facts div").filter(has=page.locator("dt", has_text=name)).locator("dd").first.inner_text()


def test_a_person_signs_in_on_the_device_and_the_next_account_is_another_one(page, system):
    page.goto(system.emulator.url + "/device")
    app = page.locator("a.person").first
    expect(app).to_contain_text("credential state: not found")
    app.click()
    page.get_by_label("First name").fill("Augusta")
    page.get_by_label("Hide My Email").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="What the app gets")).to_be_visible()
    first = member(page, "user")
    assert "Augusta" in member(page, "name")
    assert member(page, "email").endswith("@privaterelay.appleid.com")

    page.get_by_role("link", name="Back to the device").click()
    expect(page.locator("a.person").first).to_contain_text("credential state: authorized")
    page.get_by_role("button", name=PEOPLE["zoe"]["email"]).click()
    expect(page.locator("a.person").first).to_contain_text("credential state: not found")
    page.locator("a.person").first.click()
    page.get_by_role("button", name="Continue").click()
    assert member(page, "user") != first


def test_the_device_works_by_keyboard_alone(page, system):
    page.goto(system.emulator.url + "/device")
    page.locator("a.person").first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Nonce").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What the app gets")).to_be_visible()
