"""What a person does in the emulator's developer portal, step by step in a browser."""

import pathlib
import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from .emulator import Emulator
from .keys import write_private
from .shapes import StrPath


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name, exact=True)


def open_portal(page: Page, emulator: Emulator) -> None:
    page.goto(emulator.url + "/")
    page.get_by_role("link", name="Developer portal").click()


def open_team(page: Page, emulator: Emulator, name: str) -> None:
    open_portal(page, emulator)
    page.get_by_role("link", name=name).click()


def create_team(page: Page, emulator: Emulator, name: str, team_id: str = "", individual: bool = False) -> str:
    """Creates a team, and returns its Team ID."""
    open_portal(page, emulator)
    page.get_by_role("link", name="Create a team").click()
    page.get_by_label("Name of the team").fill(name)
    if individual:
        page.get_by_label("Individual").check()
    page.get_by_label("Team ID").fill(team_id)
    press(page, "Create")
    expect(heading(page, name)).to_be_visible()
    return page.locator(".lead code").inner_text()


def register_app(page: Page, bundle_id: str, description: str = "An app", with_capability: bool = True) -> None:
    """Registers an App ID as a primary one. The page shows the team."""
    page.get_by_role("link", name="Register an App ID").click()
    page.get_by_label("Description").fill(description)
    page.get_by_label("Bundle ID").fill(bundle_id)
    if with_capability:
        page.get_by_label("Sign in with Apple").check()
    press(page, "Continue")
    expect(heading(page, "Confirm your App ID")).to_be_visible()
    press(page, "Register")
    expect(page.get_by_text("The App ID was registered.")).to_be_visible()


def register_service(page: Page, identifier: str, description: str = "A website") -> None:
    """Registers a Services ID, which has no capability yet. The page shows the team."""
    page.get_by_role("link", name="Register a Services ID").click()
    page.get_by_label("Description").fill(description)
    page.get_by_label("Identifier").fill(identifier)
    press(page, "Continue")
    press(page, "Register")
    expect(heading(page, identifier)).to_be_visible()


def enter_website_urls(page: Page, primary_app: str, domains: Sequence[str], return_urls: Sequence[str]) -> None:
    """Enters the web authentication configuration, up to "Done". Nothing is saved. The page shows the Services ID."""
    press(page, "Configure")
    page.get_by_label("Primary App ID").select_option(primary_app)
    page.get_by_label("Domains and Subdomains").fill(", ".join(domains))
    page.get_by_label("Return URLs").fill(", ".join(return_urls))
    press(page, "Next")
    expect(heading(page, "Website URLs")).to_be_visible()
    press(page, "Done")
    expect(page.get_by_text("Not saved yet.")).to_be_visible()


def save_service(page: Page) -> None:
    """The last two steps, after which the configuration counts."""
    press(page, "Continue")
    press(page, "Save")
    expect(page.get_by_text("The Services ID was saved.")).to_be_visible()


def configure_service(page: Page, primary_app: str, domains: Sequence[str], return_urls: Sequence[str]) -> None:
    enter_website_urls(page, primary_app, domains, return_urls)
    save_service(page)


def create_key(page: Page, name: str, primary_app: str, folder: StrPath) -> tuple[str, pathlib.Path]:
    """Creates a key and downloads it, which is possible once. Returns its Key ID and its file."""
    page.get_by_role("link", name="Create a key").click()
    page.get_by_label("Key Name").fill(name)
    press(page, "Configure")
    page.get_by_label("Primary App ID").select_option(primary_app)
    press(page, "Save")
    press(page, "Continue")
    expect(heading(page, "Confirm your key")).to_be_visible()
    press(page, "Register")
    expect(page.get_by_text("The key was registered.")).to_be_visible()
    return download_key(page, folder)


def download_key(page: Page, folder: StrPath) -> tuple[str, pathlib.Path]:
    key_id = page.locator(".facts code").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Download AuthKey_")).click()
    assert download.value.suggested_filename == f"AuthKey_{key_id}.p8", download.value.suggested_filename
    file = pathlib.Path(folder) / download.value.suggested_filename
    write_private(file, download.value.path().read_bytes())
    return key_id, file


def revoke_key(page: Page, emulator: Emulator, team: str, name: str) -> None:
    open_team(page, emulator, team)
    page.get_by_role("link", name=name).click()
    page.get_by_role("link", name="Revoke").click()
    press(page, "Revoke")
    expect(page.get_by_text("The key was revoked.")).to_be_visible()


def start_transfer(page: Page, recipient: str) -> None:
    """Gives the only app of the team whose page is shown to another team, which has to accept it."""
    page.get_by_role("link", name="Transfer an app").click()
    page.get_by_label("Team ID of the recipient").fill(recipient)
    press(page, "Start the transfer")
    expect(page.get_by_text("The recipient has to accept it.")).to_be_visible()
