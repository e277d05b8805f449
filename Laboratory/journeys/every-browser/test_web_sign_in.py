"""The web sign-in in every engine: service and emulator are different sites, and Apple's answer is posted across them."""

import pytest

from harness.emulator import PEOPLE
from harness.engines.steps import consent, expect_signed_in, expect_url, fact, go_to_apple, prove_who_you_are, sign_in, sign_out

ADA = PEOPLE["ada"]


def test_a_first_and_a_second_sign_in_reach_the_same_account(tab, system):
    sign_in(tab, system, ADA, first="Augusta", last="King", hide_email=True)
    assert fact(tab, "Name") == "Augusta King"
    assert "@privaterelay.appleid.com" in fact(tab, "Email")
    first = fact(tab, "Account")
    sign_out(tab)
    go_to_apple(tab, system)
    prove_who_you_are(tab, ADA)
    assert not tab.sees("textbox", "First name")
    consent(tab)
    expect_signed_in(tab, system)
    assert fact(tab, "Account") == first


def test_the_session_is_a_cookie_that_no_script_and_no_other_site_gets(tab, system):
    sign_in(tab, system, ADA)
    cookie = tab.cookies()["siwa-session"]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and not cookie["secure"], cookie
    assert "siwa" not in tab.run("return document.cookie")
    assert [name for name in tab.cookies() if name.startswith("siwa-flow-")] == []


def test_who_cancels_at_apple_is_answered_gently(tab, system):
    go_to_apple(tab, system)
    prove_who_you_are(tab, ADA)
    tab.click("button", "Cancel")
    tab.find("heading", "Sign-in cancelled")
    tab.open(system.url + "/")
    tab.find("link", "Sign in with Apple")


def test_who_blocks_cookies_is_told_so(tab, system):
    go_to_apple(tab, system)
    prove_who_you_are(tab, ADA)
    with tab.another():
        tab.open(system.url + "/health/live")
        tab.call("DeleteAllCookies")
    consent(tab)
    tab.find("heading", "Cookies are blocked")
    tab.open(system.url + "/")
    tab.find("link", "Sign in with Apple")


def test_two_tabs_at_once_each_finish_their_own_sign_in(tab, system):
    go_to_apple(tab, system)
    prove_who_you_are(tab, ADA)
    with tab.another():
        go_to_apple(tab, system)
        prove_who_you_are(tab, ADA)
        consent(tab)
        expect_signed_in(tab, system)
    consent(tab)
    expect_signed_in(tab, system)


def test_a_link_on_another_site_shows_a_button_first(tab, system):
    tab.open(system.emulator.url + "/")
    tab.run("location.href = arguments[0]", system.url + "/web/sign-in")
    tab.find("heading", "Sign in")
    tab.click("link", "Sign in with Apple")
    expect_url(tab, system.emulator.url)


@pytest.mark.parametrize("width", [320, 375])
def test_the_whole_way_fits_a_phone(tab, system, width):
    tab.size(width, 700)
    narrow = "return document.documentElement.scrollWidth <= innerWidth && innerWidth"
    seen = []

    def look():
        seen.append((tab.run(narrow), tab.url))

    go_to_apple(tab, system)
    tab.find("button", ADA["email"])
    look()
    prove_who_you_are(tab, ADA)
    look()
    consent(tab)
    expect_signed_in(tab, system)
    look()
    tab.click("link", "Manage your account")
    tab.find("heading", "Where you are signed in")
    look()
    assert all(found for found, _ in seen), seen


def test_the_keyboard_is_enough(tab, system):
    """Tab, Enter and the password's letters. Each focus is visible."""

    def focus_on(text):
        for _ in range(40):
            tab.press("Tab")
            found = tab.run("""const e = document.activeElement, s = getComputedStyle(e);
                return [e.innerText || e.value || "", s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0]""")
            if text in found[0]:
                assert found[1], f"the focus on {text!r} cannot be seen"
                return
        raise AssertionError(f"{text!r} is not reached by Tab at {tab.url}")

    tab.open(system.url + "/")
    focus_on("Sign in with Apple")
    tab.press("Enter")
    tab.find("button", ADA["email"])
    focus_on(ADA["email"])
    tab.press("Enter")
    tab.find("textbox", "Password")
    tab.wait("return document.activeElement.name === 'password'")
    tab.press(*ADA["password"], "Enter")
    code = tab.text(".device-code")
    tab.wait("return document.activeElement.name === 'code'")
    tab.press(*code.replace(" ", ""), "Enter")
    tab.find("textbox", "First name")
    focus_on("Continue")
    tab.press("Enter")
    expect_signed_in(tab, system)
    focus_on("Sign out")
    tab.press("Space")
    tab.find("link", "Sign in with Apple")
