"""From an empty emulator to signed-in people: the portal, siwa.json, Apple's script by popup and by redirect, and a new key."""

import json
import time

import jwt
import pytest
from playwright.sync_api import expect

from harness import browser, portal, script_site
from harness.emulator import PEOPLE, Emulator
from harness.programs import BUILT, Program, free_port
from harness.script_site import ScriptSite

TEAM, APP, WEB = "Example Ltd", "com.example.shop", "com.example.shop.web"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>
<button id="popup">Popup</button> <button id="redirect">Redirect</button>
<script src="{script}"></script>
<script>
const send = async (path, message) => {{
  const reply = await fetch("{service}" + path, {{
    method: "POST", headers: {{ "Content-Type": "application/json" }}, body: JSON.stringify(message) }});
  return {{ ok: reply.ok, body: await reply.json() }};
}};
const prepare = async (usePopup) => {{
  const begun = (await send("/v1/script/attempts", {{ client: "web" }})).body;
  window.begun = begun;
  AppleID.auth.init({{
    clientId: begun.client_id, redirectURI: begun.redirect_uri, scope: begun.scope, state: begun.state, nonce: begun.nonce,
    usePopup }});
}};
document.getElementById("popup").onclick = async () => {{
  window.result = await send("/v1/script/sign-in", await AppleID.auth.signIn());
}};
document.getElementById("redirect").onclick = () => {{ AppleID.auth.signIn({{ usePopup: false }}); }};
prepare(true).then(() => {{ document.title = "ready"; }});
</script></body></html>"""


class Shop:
    """A site with Apple's script, and the service beside it."""

    def __init__(self, folder, emulator):
        self.folder, self.emulator, self.site, self.port = folder, emulator, ScriptSite(), free_port()
        self.url, self.program = f"http://localhost:{self.port}", None
        self.site.pages["/"] = PAGE.format(script=emulator.url + script_site.SCRIPT.format(locale="en_US"), service=self.url)

    def start(self, team_id, key):
        """Writes siwa.json with what the portal gave, and starts the service."""
        key_id, file = key
        configuration = self.folder / "siwa.json"
        configuration.touch(mode=0o600)
        configuration.write_text(
            json.dumps(
                {
                    "public_url": self.url,
                    "listen": f"127.0.0.1:{self.port}",
                    "database": str(self.folder / "accounts.sqlite"),
                    "secrets_directory": str(self.folder / "secrets"),
                    "apple": {"base_url": self.emulator.url, "issuer": self.emulator.url},
                    "teams": {
                        "example": {
                            "team_id": team_id,
                            "keys": {key_id: {"file": str(file)}},
                            "clients": {
                                "web": {"id": WEB, "kind": "web", "primary_app_id": APP, "script": {"return_urls": [self.site.return_url]}}
                            },
                        }
                    },
                }
            )
        )
        self.program = Program([BUILT / "siwa", "serve", "--config", configuration], self.folder / "siwa.log")

    def stop(self):
        if self.program:
            self.program.stop()
            self.program = None

    def end(self):
        self.stop()
        self.site.stop()


@pytest.fixture
def emulator(tmp_path):
    """An emulator with people, and without a team."""
    running = Emulator(tmp_path, {"people": PEOPLE}, "idp.localhost:0")
    yield running
    running.stop()


@pytest.fixture
def shop(tmp_path, emulator):
    shop = Shop(tmp_path, emulator)
    yield shop
    shop.end()


def open_shop(page, shop):
    page.goto(shop.site.url + "/")
    expect(page).to_have_title("ready")


def sign_in_by_popup(page, shop, person):
    """Signs a person in, and returns what the service answered to the page."""
    open_shop(page, shop)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Popup").click()
    popup = opened.value
    browser.prove_who_you_are(popup, PEOPLE[person])
    with popup.expect_event("close"):
        browser.consent(popup)
    page.wait_for_function("window.result")
    return page.evaluate("result")


def sign_in_by_redirect(page, shop, person):
    """Signs a person in, and returns the form that the return URL received."""
    open_shop(page, shop)
    page.get_by_role("button", name="Redirect").click()
    browser.prove_who_you_are(page, PEOPLE[person])
    browser.consent(page)
    expect(page.get_by_role("heading", name="Received")).to_be_visible()
    return shop.site.posted[-1]


def redeem(shop, team_id, key, code):
    """Redeems a code as the site's own server does."""
    key_id, file = key
    now = int(time.time())
    secret = jwt.encode(
        {"iss": team_id, "iat": now, "exp": now + 300, "aud": "https://appleid.apple.com", "sub": WEB},
        file.read_text(),
        algorithm="ES256",
        headers={"kid": key_id},
    )
    return shop.emulator.send(
        "POST",
        "/auth/token",
        form={
            "client_id": WEB,
            "client_secret": secret,
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": shop.site.return_url,
        },
    )


def test_everything_on_apples_side_is_set_up_in_the_portal_and_a_key_is_replaced(page, emulator, shop, tmp_path):
    team_id = portal.create_team(page, emulator, TEAM)
    portal.register_app(page, APP, "Shop")
    portal.register_service(page, WEB, "Example Shop")
    portal.configure_service(page, APP, ["app.localhost"], [shop.site.return_url])
    portal.open_team(page, emulator, TEAM)
    first = portal.create_key(page, "First key", APP, tmp_path)
    shop.start(team_id, first)

    signed_in = sign_in_by_popup(page, shop, "ada")
    assert signed_in["ok"] and signed_in["body"]["account"]["name"]["given"] == "Ada", signed_in
    form = sign_in_by_redirect(page, shop, "ada")
    assert form["state"] and form["id_token"], form
    assert redeem(shop, team_id, first, form["code"]).status == 200

    portal.revoke_key(page, emulator, TEAM, "First key")
    emulator.clear_log()
    refused = sign_in_by_popup(page, shop, "ned")
    assert not refused["ok"] and refused["body"]["error"] == "apple_refused_client", refused
    entry = emulator.log("/auth/token")[-1]
    assert (entry["error"], entry["cause"]) == ("invalid_client", "secret_key_revoked"), entry
    assert first[0] in entry["explanation"], entry

    portal.open_team(page, emulator, TEAM)
    second = portal.create_key(page, "Second key", APP, tmp_path)
    shop.stop()
    shop.start(team_id, second)
    signed_in = sign_in_by_popup(page, shop, "ned")
    assert signed_in["ok"] and signed_in["body"]["account"]["name"]["given"] == "Ned", signed_in
    assert redeem(shop, team_id, second, sign_in_by_redirect(page, shop, "ada")["code"]).status == 200
