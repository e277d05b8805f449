"""A page with siwa.js on an origin of its own, and a service that knows it as the client `shop`."""

import contextlib
import http.server
import threading
import urllib.parse
from collections.abc import Iterator, Sequence

from playwright.sync_api import BrowserContext, Page

from . import browser
from .emulator import PEOPLE
from .programs import ROOT
from .shapes import JSON, JSONObject, StrPath
from .system import System, started

SOURCE = ROOT / "Programs" / "Service" / "SignInServer" / "BrowserClient" / "Files"
KINDS = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8"}

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1>
<script type="module" src="/app.js"></script></html>"""
CALLBACK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title><p id="state"></p>
<script type="module" src="/callback.js"></script></html>"""
APP = """import * as library from "[SERVICE]/oauth/siwa/1/siwa.js";
const storage = new URLSearchParams(location.search).get("storage") ?? "memory";
const siwa = new library.SiwaClient({
  service: "[SERVICE]", clientID: "shop", redirectURI: "[SITE]/callback.html", storage,
  apiOrigins: ["https://api.example.com"] });
const heard = [];
for (const type of ["signedin", "renewed", "signedout"]) {
  siwa.addEventListener(type, (event) => heard.push([type, event.isFromOtherTab, event.reason ?? null]));
}
// What a call led to, as a value: "ok", or the code of the error.
const outcome = (promise) => promise.then(() => "ok", (error) => error.code ?? String(error));
const button = library.signInButton();
button.onclick = () => { window.attempt = outcome(siwa.signInWithPopup()); };
document.body.append(button);
Object.assign(window, { library, siwa, heard, outcome, started: outcome(siwa.start()) });
"""
CALLBACK_SCRIPT = """import { finishSignIn } from "[SERVICE]/oauth/siwa/1/siwa.js";
finishSignIn().catch((error) => { document.getElementById("state").textContent = error.code; });
"""


class AppSite:
    """Serves the texts in `files`, by path, on a port of this machine: with `headers`, and `headers_of` its path."""

    def __init__(self, host: str) -> None:
        self.files: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.headers_of: dict[str, dict[str, str]] = {}
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urllib.parse.urlsplit(self.path).path
                body = site.files.get(path, "").encode()
                self.send_response(200 if path in site.files else 404)
                kind = KINDS["js" if path.endswith(".js") else "html"]
                for name, value in {
                    "Content-Type": kind,
                    "Cache-Control": "no-store",
                    **site.headers,
                    **site.headers_of.get(path, {}),
                }.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = self.at(host)

    def at(self, host: str) -> str:
        return f"http://{host}:{self.server.server_port}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def client(site: AppSite) -> JSONObject:
    """The configuration of the client `shop`."""
    return {
        "kind": "public",
        "name": "Shop",
        "redirect_uris": [site.url + "/callback.html"],
        "post_logout_redirect_uris": [site.url + "/"],
        "web_origins": [site.url],
        "refresh": True,
    }


class AppSystem(System):
    """A service that knows the page as the client `shop`, and an emulator."""

    def __init__(self, folder: StrPath, site: AppSite, **settings: JSON) -> None:
        openid = {"enabled": True, "clients": {"shop": client(site)}}
        super().__init__(folder, emulator_host="idp.localhost", openid=openid, **settings)
        self.site = site


@contextlib.contextmanager
def serving(folder: StrPath, host: str = "localhost", **settings: JSON) -> Iterator[AppSystem]:
    """A service on `localhost`, an emulator, and the page on the host."""
    with contextlib.closing(contextlib.ExitStack()) as stack:
        site = AppSite(host)
        stack.callback(site.stop)
        system = stack.enter_context(started(AppSystem(folder, site, **settings)))
        for path, text in (("/", PAGE), ("/app.js", APP), ("/callback.html", CALLBACK), ("/callback.js", CALLBACK_SCRIPT)):
            site.files[path] = text.replace("[SERVICE]", system.url).replace("[SITE]", site.url)
        yield system


def open_page(context: BrowserContext, system: AppSystem, storage: str = "memory") -> Page:
    """A new tab with the page, once it knows whether somebody is signed in."""
    page = context.new_page()
    page.goto(f"{system.site.url}/?storage={storage}")
    page.wait_for_function("window.started")
    return page


def click(page: Page) -> Page:
    """Clicks the button and returns the popup."""
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Sign in with Apple").click()
    popup = opened.value
    popup.wait_for_url("**/auth/authorize**")
    return popup


def continue_to_shop(window: Page) -> None:
    """Our page that names the client, because everybody can listen on a port of this machine."""
    window.get_by_role("heading", name="Continue to Shop?").wait_for()
    window.get_by_role("button", name="Continue").click()


def approve(popup: Page, person: str = "ada") -> None:
    """Signs in at Apple and goes on to the shop, until the popup closes."""
    browser.prove_who_you_are(popup, PEOPLE[person])
    browser.consent(popup)
    with popup.expect_event("close"):
        continue_to_shop(popup)


def sign_in(page: Page) -> None:
    approve(click(page))
    assert page.evaluate("attempt") == "ok"


def redirect(page: Page) -> None:
    """Begins a sign-in by redirect, and waits for Apple's page."""
    page.evaluate("void siwa.signInWithRedirect()")
    page.wait_for_url("**/auth/authorize**")


def in_order(pages: Sequence[Page], expression: str) -> list[JSON]:
    """Begins the same in each page before any of them is awaited, and returns the results."""
    for page in pages:
        page.evaluate(f"void (window.result = {expression})")
    return [page.evaluate("result") for page in pages]
