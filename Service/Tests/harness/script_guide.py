"""The page of Documentation/web-script.md, set up for a service and an emulator, and what a person does on it."""
import contextlib
import json
import re

from . import browser, script_site
from .emulator import APP, KEY, PEOPLE, TEAM, WEB
from .programs import ROOT
from .system import running

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


def code(language, place=0):
    """A piece of code of the guide."""
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", GUIDE.read_text(), re.S | re.M)[place]


def html(system, *changes, script=None):
    """The guide's page with the addresses of the system. It shows its results as `session` and `problem`.

    `changes` are pairs of texts; the guide must have the first of each. `script` replaces the emulator's script.
    """
    found = code("html")
    for old, new in (
            (CDN_SCRIPT, script or system.emulator.url + script_site.SCRIPT.format(locale="en_US")),
            ("https://id.example.com", system.url),
            ("// session.access_token", "window.session = session; // session.access_token"),
            ("await prepare();  //", "window.problem = problem; await prepare(); //"), *changes):
        assert old in found, f"the guide's page has no {old}"
        found = found.replace(old, new)
    return "<!doctype html><html lang=en><title>Shop</title>" + found


def receiver(system):
    """The page at the return URL of a site without a popup, as the guide describes it."""
    return RECEIVER.replace("[SERVICE]", system.url)


@contextlib.contextmanager
def system_for(folder, *sites, clients=None, **settings):
    """A service and an emulator that know one website with these sites. `clients` are other ones at the service."""
    urls = [site.return_url for site in sites]
    known = team(folder, {"web": {"id": WEB, "kind": "web", "script": {"return_urls": urls}}} | (clients or {}))
    with running(folder, emulator_host="idp.localhost", teams={"example": known}, **settings) as system:
        system.control("services", {"id": WEB, "primary_app": APP, "return_urls": urls})
        yield system


def team(folder, clients):
    """The configuration of the team, with an app and these clients."""
    return {"team_id": TEAM, "keys": {KEY: {"file": str(folder / f"AuthKey_{KEY}.p8")}},
            "clients": {"app": {"id": APP, "kind": "native"}} | clients}


def go(page, address, ready=True):
    """Opens the page, and waits until it is ready for the click."""
    page.goto(address)
    if ready:
        until_ready(page)
    return page


def until_ready(page):
    page.wait_for_function("!document.getElementById('sign-in').disabled")


def click(page):
    """Clicks the button, and returns Apple's popup."""
    with page.expect_popup() as opened:
        page.get_by_role("button", name=NAME).click()
    opened.value.wait_for_load_state()
    return opened.value


def approve(popup, person="ada", **choices):
    browser.prove_who_you_are(popup, PEOPLE[person])
    with popup.expect_event("close"):
        browser.consent(popup, **choices)


def answer_of(page, system, person="ada"):
    """Signs in on the page, and returns what it sent to the service."""
    with page.expect_request(system.url + "/v1/script/sign-in") as sent:
        approve(click(page), person)
    page.wait_for_function("window.session")
    return json.loads(sent.value.post_data)


def called(page, system, path, message=None, token=None, **options):
    """What a script of the page gets for a request: the status and the body, or no reply that it may read."""
    options = {"method": "GET" if message is None else "POST", "headers": {}} | options
    if message is not None:
        options["headers"]["Content-Type"], options["body"] = "application/json", json.dumps(message)
    if token is not None:
        options["headers"]["Authorization"] = "Bearer " + token
    return page.evaluate(
        "([url, options]) => fetch(url, options).then(async r => [r.status, await r.json()], () => null)",
        [system.url + path, options])
