"""What a person does on the pages of the demo and of the emulator, in a browser of any engine."""

import re
from typing import Unpack

from ..shapes import AppleAccount, Choices
from ..system import System
from .browser import Browser


def go_to_apple(tab: Browser, system: System) -> None:
    """Goes from the first page to the emulator's, on the other site."""
    tab.open(system.url + "/")
    tab.click("link", "Sign in with Apple")


def prove_who_you_are(tab: Browser, person: AppleAccount) -> None:
    """Completes the pages for account, password and two-factor code, up to the consent page."""
    tab.click("button", person["email"])
    tab.fill("Password", person["password"])
    tab.click("button", "Continue")
    tab.fill("Six-digit code", re.sub(r"\D", "", tab.text(".device-code")))
    tab.click("button", "Continue")
    tab.text("form[action='/auth/authorize/consent']")


def consent(tab: Browser, first: str | None = None, last: str | None = None, hide_email: bool = False) -> None:
    """Chooses what the app receives, and returns to it."""
    if first is not None:
        tab.fill("First name", first)
    if last is not None:
        tab.fill("Last name", last)
    if hide_email:
        tab.click("radio", "Hide My Email")
    tab.click("button", "Continue")


def expect_signed_in(tab: Browser, system: System) -> None:
    tab.find("heading", "Your account")
    assert tab.url == system.url + "/", tab.url


def sign_in(tab: Browser, system: System, person: AppleAccount, **choices: Unpack[Choices]) -> None:
    go_to_apple(tab, system)
    prove_who_you_are(tab, person)
    consent(tab, **choices)
    expect_signed_in(tab, system)


def sign_out(tab: Browser) -> None:
    tab.click("button", "Sign out")
    tab.find("link", "Sign in with Apple")


def fact(tab: Browser, name: str) -> str:
    """The value of one fact about the account on the demo page."""
    value: str = tab.wait(
        """const row = Array.from(document.querySelectorAll(".facts div")).find(
            row => row.querySelector("dt").textContent === arguments[0]);
        return row && row.querySelector("dd").textContent;""",
        name,
    )
    return value


def expect_url(tab: Browser, pattern: str) -> re.Match[str]:
    """Waits until the page's address matches from its beginning."""
    return tab.until(lambda: re.match(pattern, tab.url), f"the address {pattern}")
