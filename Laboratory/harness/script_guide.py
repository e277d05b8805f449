"""The page of Documentation/web-script.md, set up for a service and an emulator, and what a person does on it."""

import contextlib
import json
import pathlib
import re
from collections.abc import Iterator
from typing import Unpack

from playwright.sync_api import Page

from . import browser, script_site
from .emulator import APP, KEY, PEOPLE, TEAM, WEB
from .programs import ROOT
from .shapes import JSON, Choices, JSONObject
from .system import System, running

GUIDE = ROOT / "Documentation" / "web-script.md"
CDN_SCRIPT = script_site.CDN + script_site.SCRIPT.format(locale="en_US")
NAME = "Sign in with Apple"
RECEIVER = """<!doctype html><html lang="en"><title>Shop</title><h1></h1><script>
const service = "[SERVICE]", form = [FORM];
const answer = { authorization: { code: form.code, id_token: form.id_token, state: form.state },
                 ...(form.user && { user: JSON.parse(form.user) }) };
if (form.state === sessionStorage.getItem("state"))
  fetch(service + "/v1/script/sign-in", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(answer),
  }).then(reply => reply.json()).then(session => {
    window.session = session; document.querySelector("h1").textContent = "Welcome"; });
else document.querySelector("h1").textContent = "Not begun here";
</script>"""


def code(language: str, place: int = 0) -> str:
    """A piece of code of the guide."""
    pieces: list[str] = re.findall(rf"^ *```{language}\n(.*?)^ *```", GUIDE.read_text(), re.S | re.M)
    return pieces[place]


def html(system: System, *changes: tuple[str, str], script: str | None = None) -> str:
    """The guide's page with the addresses of the system. It shows its results as `session` and `problem`.

    `changes` are pairs of texts; the guide must have the first of each. `script` replaces the emulator's script.
    """
    found = code("html")
    for old, new in (
        (CDN_SCRIPT, script or system.emulator.url + script_site.SCRIPT.format(locale="en_US")),
        ("https://id.example.com", system.url),
        ("// session.access_token", "window.session = session; // session.access_token"),
        ("await prepare();  //", "window.problem = problem; await prepare(); //"),
        *changes,
    ):
        assert old in found, f"the guide's page has no {old}"
        found = found.replace(old, new)
    return "<!doctype html><html lang=en><title>Shop</title>" + found


def receiver(system: System) -> str:
    """The page at the return URL of a site without a popup, as the guide describes it."""
    return RECEIVER.replace("[SERVICE]", system.url)


@contextlib.contextmanager
def system_for(
    folder: pathlib.Path, *sites: script_site.ScriptSite, clients: JSONObject | None = None, **settings: JSON
) -> Iterator[System]:
    """A service and an emulator that know one website with these sites. `clients` are other ones at the service."""
    urls = [site.return_url for site in sites]
    known = team(folder, {"web": {"id": WEB, "kind": "web", "script": {"return_urls": urls}}} | (clients or {}))
    with running(folder, emulator_host="idp.localhost", teams={"example": known}, **settings) as system:
        system.control("services", {"id": WEB, "primary_app": APP, "return_urls": urls})
        yield system


def team(folder: pathlib.Path, clients: JSONObject) -> JSONObject:
    """The configuration of the team, with an app and these clients."""
    return {
        "team_id": TEAM,
        "keys": {KEY: {"file": str(folder / f"AuthKey_{KEY}.p8")}},
        "clients": {"app": {"id": APP, "kind": "native"}} | clients,
    }


def go(page: Page, address: str, ready: bool = True) -> Page:
    """Opens the page, and waits until it is ready for the click."""
    page.goto(address)
    if ready:
        until_ready(page)
    return page


def until_ready(page: Page) -> None:
    page.wait_for_function("!document.getElementById('sign-in').disabled")


def click(page: Page) -> Page:
    """Clicks the button, and returns Apple's popup."""
    with page.expect_popup() as opened:
        page.get_by_role("button", name=NAME).click()
    opened.value.wait_for_load_state()
    return opened.value


def approve(popup: Page, person: str = "ada", **choices: Unpack[Choices]) -> None:
    browser.prove_who_you_are(popup, PEOPLE[person])
    with popup.expect_event("close"):
        browser.consent(popup, **choices)


def answer_of(page: Page, system: System, person: str = "ada") -> JSONObject:
    """Signs in on the page, and returns what it sent to the service."""
    with page.expect_request(system.url + "/v1/script/sign-in") as sent:
        approve(click(page), person)
    page.wait_for_function("window.session")
    assert sent.value.post_data is not None
    answer: JSONObject = json.loads(sent.value.post_data)
    return answer


def called(page: Page, system: System, path: str, message: JSON = None, token: str | None = None, **options: JSON) -> JSON:
    """What a script of the page gets for a request: the status and the body, or no reply that it may read."""
    asked: JSONObject = {"method": "GET" if message is None else "POST", "headers": {}, **options}
    if message is not None:
        asked["headers"]["Content-Type"], asked["body"] = "application/json", json.dumps(message)
    if token is not None:
        asked["headers"]["Authorization"] = "Bearer " + token
    return page.evaluate(
        "([url, options]) => fetch(url, options).then(async r => [r.status, await r.json()], () => null)", [system.url + path, asked]
    )
