"""The emulator's device page in a real browser."""

from playwright.sync_api import expect

from harness.emulator import PEOPLE


def member(page, name):
    return page.locator(".facts div").filter(has=page.locator("dt", has_text=name)).locator("dd").first.inner_text()


def heading(page, name):
    return page.get_by_role("heading", name=name, exact=True)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def open_sheet(page, system):
    page.goto(system.emulator.url + "/device")
    page.locator("a.person").first.click()


def test_a_person_signs_in_on_the_device_and_the_next_account_is_another_one(page, system):
    page.goto(system.emulator.url + "/device")
    app = page.locator("a.person").first
    expect(app).to_contain_text("credential state: not found")
    app.click()
    page.get_by_label("First name").fill("Augusta")
    page.get_by_label("Hide My Email").check()
    press(page, "Continue")
    expect(heading(page, "Face ID")).to_be_visible()
    press(page, "Confirm")
    expect(heading(page, "What the app gets")).to_be_visible()
    first = member(page, "user")
    assert "Augusta" in member(page, "name")
    assert member(page, "email").endswith("@privaterelay.appleid.com")

    page.get_by_role("link", name="Back to the device").click()
    expect(page.locator("a.person").first).to_contain_text("credential state: authorized")
    page.get_by_role("button", name=PEOPLE["zoe"]["email"]).click()
    expect(page.locator("a.person").first).to_contain_text("credential state: not found")
    page.locator("a.person").first.click()
    press(page, "Continue")
    press(page, "Confirm")
    assert member(page, "user") != first


def test_who_is_not_recognised_types_the_passcode(page_without_scripts, system):
    page = page_without_scripts
    open_sheet(page, system)
    page.get_by_label("First name").fill('Augusta "Ada" <b>')
    press(page, "Continue")
    expect(heading(page, "Face ID")).to_be_visible()
    press(page, "Not recognised")
    expect(page.get_by_role("alert")).to_have_text("Face ID did not recognise you.")
    expect(heading(page, "Face ID")).to_be_visible()
    press(page, "Not recognised")
    expect(heading(page, "Enter the passcode")).to_be_visible()
    page.get_by_label("Passcode of the device").fill("111111")
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_have_text("The passcode is wrong.")
    assert system.control("snapshot")["consents"] == []
    page.get_by_label("Passcode of the device").fill(page.locator("#hint code").inner_text())
    press(page, "Continue")
    expect(heading(page, "What the app gets")).to_be_visible()
    assert 'Augusta \\"Ada\\" <b>' in member(page, "name")
    assert len(system.control("snapshot")["consents"]) == 1


def test_who_cancels_gives_the_app_an_error_and_can_begin_anew(page, system):
    system.control("device/accounts", {"device": "phone", "person": "ada", "confirmation_method": "touch_id"})
    open_sheet(page, system)
    press(page, "Continue")
    expect(heading(page, "Touch ID")).to_be_visible()
    press(page, "Cancel")
    expect(heading(page, "What the app gets")).to_be_visible()
    assert member(page, "error") == "canceled" and member(page, "code") == "1001"
    assert system.control("snapshot")["consents"] == []
    page.get_by_role("link", name="Back to the device").click()
    expect(page.locator("a.person").first).to_contain_text("credential state: not found")
    page.locator("a.person").first.click()
    expect(heading(page, "Create an account with com.example.app?")).to_be_visible()


def test_the_device_works_by_keyboard_alone(page, system):
    page.goto(system.emulator.url + "/device")
    page.locator("a.person").first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Nonce").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(page, "What the app gets")).to_be_visible()


def test_the_sheet_offers_saved_passwords_beside_sign_in_with_apple(page, system):
    system.control("device/apps", {"bundle_id": "com.example.app", "associated_domains": ["example.com"]})
    open_sheet(page, system)
    page.get_by_role("link", name="search quietly for both").click()
    assert member(page, "error") == "canceled" and member(page, "code") == "1001"
    page.get_by_role("link", name="Back to the device").click()
    page.get_by_text("Save a password").click()
    page.get_by_label("Domain").fill("example.com")
    page.get_by_label("User name").fill('ada & "co"')
    page.get_by_label("Password", exact=True).fill("s3cret")
    press(page, "Save")
    expect(page.locator(".people form.row")).to_contain_text("example.com")
    open_sheet(page, system)
    page.get_by_role("link", name="Ask for saved passwords").click()
    assert page.get_by_role("radio").count() == 1, "a person who is new to the app gets only the password"
    press(page, "Continue")
    press(page, "Confirm")
    assert member(page, "user") == 'ada & "co"' and member(page, "password") == "s3cret"
    assert system.control("snapshot")["consents"] == []
    open_sheet(page, system)
    press(page, "Continue")
    press(page, "Confirm")
    open_sheet(page, system)
    page.get_by_role("link", name="Ask for saved passwords").click()
    expect(page.get_by_role("radio", name="Sign in with Apple")).to_be_checked()
    page.get_by_role("radio", name="Password for").check()
    press(page, "Continue")
    press(page, "Cancel")
    assert member(page, "code") == "1001"
    page.get_by_role("link", name="Back to the device").click()
    page.get_by_role("button", name="Remove the password").click()
    expect(page.locator(".people form.row")).to_have_count(0)
