"""A headless Chromium, and functions for what a person does in it."""

import contextlib
import json
import pathlib
import re
import shutil
from collections.abc import Iterable, Iterator
from typing import Unpack

from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from .shapes import JSON, AppleAccount, Choices, StrPath
from .system import System, running
from .waiting import PATIENCE, until

# With its windows, and without: the shell does half the work for a page, and has no pop-up blocker.
WINDOWED = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PROGRAM = shutil.which("chromium-headless-shell") or WINDOWED
LANGUAGES = pathlib.Path(__file__).parents[2] / "Programs/Emulator/AppleIDEmulator/Pages/Languages"
expect.set_options(timeout=PATIENCE * 1_000)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"], timeout=PATIENCE * 1_000)
        yield browser
        browser.close()


@contextlib.contextmanager
def context(chromium: Browser, **options: JSON) -> Iterator[BrowserContext]:
    """A new browser context without cookies."""
    with contextlib.closing(chromium.new_context(**options)) as made:
        made.set_default_timeout(PATIENCE * 1_000)
        yield made


@contextlib.contextmanager
def app_window(chromium: Browser, profile: str | pathlib.Path, address: str) -> Iterator[Page]:
    """The page in a window of its own, as of a web app on the home screen. Only Chromium with windows has such windows."""
    made = chromium.browser_type.launch_persistent_context(
        profile, executable_path=WINDOWED, args=["--no-sandbox", f"--app={address}"], timeout=PATIENCE * 1_000
    )
    with contextlib.closing(made):
        made.set_default_timeout(PATIENCE * 1_000)
        yield made.pages[0]


@contextlib.contextmanager
def popup_blocker(chromium: Browser) -> Iterator[Page]:
    """A page in a browser that opens no window without a click. Playwright switches that off, and the headless shell has none."""
    made = chromium.browser_type.launch(
        executable_path=WINDOWED, args=["--no-sandbox"], ignore_default_args=["--disable-popup-blocking"], timeout=PATIENCE * 1_000
    )
    with contextlib.closing(made), context(made) as inner:
        yield inner.new_page()


def two_sites(folder: StrPath, **settings: JSON) -> contextlib.AbstractContextManager[System]:
    """The demo on localhost and the emulator on idp.localhost, which are different sites for a browser."""
    return running(folder, emulator_host="idp.localhost", demo=True, **settings)


def go_to_apple(page: Page, system: System) -> None:
    """Goes from the demo page to the emulator's first page, on the other site."""
    page.goto(system.url + "/")
    page.get_by_role("link", name="Sign in with Apple").click()
    page.wait_for_url(re.compile(re.escape(system.emulator.url) + "/auth/authorize"))


def word(page: Page, key: str) -> str:
    """A text of the emulator's pages, such as `button.continue`, in the language of this page."""
    group, name = key.split(".")
    file = LANGUAGES / f"{page.locator('html').get_attribute('lang')}.json"
    text: str = json.loads(file.read_text())[group][name]
    return text


def prove_who_you_are(page: Page, person: AppleAccount) -> None:
    """Completes the pages for account, password and two-factor code, up to the consent page."""
    page.wait_for_load_state()
    if (find := page.get_by_role("searchbox")).count():  # there are more people than the page shows
        find.fill(person["email"])
        page.get_by_role("button", name=word(page, "button.find")).click()
    page.get_by_role("button", name=person["email"]).click()
    page.get_by_role("textbox", name=word(page, "sign_in.password")).fill(person["password"])
    page.get_by_role("button", name=word(page, "button.continue")).click()
    shown = page.locator(".device-code").inner_text()
    page.get_by_role("textbox", name=word(page, "sign_in.code")).fill(re.sub(r"\D", "", shown))
    page.get_by_role("button", name=word(page, "button.continue")).click()


def consent(page: Page, first: str | None = None, last: str | None = None, hide_email: bool = False) -> None:
    """Chooses what the app receives, and returns to it."""
    if first is not None:
        page.get_by_label(word(page, "consent.first_name")).fill(first)
    if last is not None:
        page.get_by_label(word(page, "consent.last_name")).fill(last)
    if hide_email:
        page.get_by_label(word(page, "consent.hide")).check()
    page.get_by_role("button", name=word(page, "button.continue")).click()


def expect_signed_in(page: Page, system: System) -> None:
    """Expects the demo page with an account."""
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert page.url == system.url + "/", page.url


def sign_in(page: Page, system: System, person: AppleAccount, **choices: Unpack[Choices]) -> None:
    """Signs in. While an earlier consent is being revoked at Apple, the page asks the person to try again."""
    go_to_apple(page, system)
    prove_who_you_are(page, person)
    consent(page, **choices)
    signed_in = page.get_by_role("heading", name="Your account")
    under_way = page.get_by_role("heading", name="You are being signed in")

    def is_answered() -> bool:
        expect(signed_in.or_(under_way)).to_be_visible()
        if not under_way.count():
            return True
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
        return False

    until(is_answered, "the earlier consent is revoked")
    expect_signed_in(page, system)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()


def fact(page: Page, name: str) -> str | None:
    """The value of one fact about the account on the demo page."""
    return page.locator(".facts div").filter(has=page.locator("dt", has_text=re.compile(f"^{name}$"))).locator("dd").text_content()


def cookie_attributes(responses: Iterable[Response]) -> list[tuple[str, set[str]]]:
    """The name and the attributes, in lower case, of every Set-Cookie header in the responses."""
    found = []
    for response in responses:
        for header in response.headers_array():
            if header["name"].lower() == "set-cookie":
                for line in header["value"].split("\n"):
                    name, *attributes = [part.strip() for part in line.split(";")]
                    found.append((name.split("=")[0], {a.lower() for a in attributes}))
    return found
