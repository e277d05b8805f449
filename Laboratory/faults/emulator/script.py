"""A sequence of requests over all of the emulator's endpoints, and what it was answered."""

import html
import http.client
import json
import re
import urllib.parse

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from harness.keys import base64url
from harness.waiting import PATIENCE

RETURN_URL = "https://app.example/callback"
CLOCK, NOW = "2026-03-01T12:00:00Z", 1_772_366_400


class Script:
    """Sends requests one after the other. `answers` holds, for each, everything that was answered except the date."""

    def __init__(self, port):
        self.port, self.answers, self.cookies = port, [], {}

    def send(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {name.replace("_", "-"): value for name, value in headers.items()} | ({"Cookie": jar} if jar else {})
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        content = reply.read()
        connection.close()
        for cookie in reply.msg.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        kept = [(name, value) for name, value in reply.msg.items() if name.lower() != "date"]
        self.answers.append((f"{method} {path}", reply.status, kept, content.decode()))
        return content.decode()

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, **fields):
        return self.send(
            "POST",
            path,
            urllib.parse.urlencode(fields),
            Content_Type="application/x-www-form-urlencoded",
            Origin=f"http://127.0.0.1:{self.port}",
        )

    def call(self, path, method="POST", **body):
        return json.loads(self.send(method, "/_emulator" + path, json.dumps(body), Content_Type="application/json"))


def secret(pem, key_id, team, client):
    """A client secret. Its signature differs each time, but no answer contains it."""
    key = serialization.load_pem_private_key(pem.encode(), None)
    claims = {"iss": team, "iat": NOW, "exp": NOW + 86_400, "aud": "https://appleid.apple.com", "sub": client}
    signed = ".".join(base64url(json.dumps(part).encode()) for part in ({"alg": "ES256", "kid": key_id}, claims))
    r, s = utils.decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return signed + "." + base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def field(page, name):
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', page).group(1))


def authorize_url(client, **more):
    fields = {
        "client_id": client,
        "redirect_uri": RETURN_URL,
        "response_type": "code id_token",
        "response_mode": "form_post",
        "scope": "name email",
        "state": "s",
        "nonce": "n",
    } | more
    return "/auth/authorize?" + urllib.parse.urlencode(fields)


def play(port, receiver_url):
    """Plays the whole sequence, and returns the answers."""
    script = Script(port)
    team = register(script, receiver_url)
    client = team["client"]
    redeem = {"client_id": client, "client_secret": team["secret"], "grant_type": "authorization_code", "redirect_uri": RETURN_URL}
    tokens = json.loads(script.post("/auth/token", code=walk_the_pages(script, client), **redeem))
    refresh = {"client_id": client, "client_secret": team["secret"], "grant_type": "refresh_token"}
    script.post("/auth/token", refresh_token=tokens["refresh_token"], **refresh)
    for person in ("tomas", "aiko"):
        approved = script.call("/approvals", authorize_url=authorize_url(client), person=person, share_email=False)
        script.post("/auth/token", code=approved["fields"]["code"], **redeem)
    use_devices(script, team)
    change_keys(script)
    script.post("/auth/token", refresh_token=tokens["refresh_token"], **refresh)
    visit_the_account_page(script)
    script.call("/account/delete", person="aiko")
    script.get("/_emulator/notifications?settled")
    make_mistakes(script)
    script.post("/auth/revoke", client_id=client, client_secret=team["secret"], token=tokens["refresh_token"])
    script.call("/clock", advance=3_600)
    for path in ("/", "/device", "/faults", "/_emulator/snapshot", "/_emulator/log", "/_emulator/waivers", "/_emulator/keys"):
        script.get(path)
    script.call("/reset")
    script.call("/approvals", authorize_url=authorize_url("com.example.web"), person="maya")
    script.get("/_emulator/snapshot")
    return script.answers


def register(script, receiver_url):
    """Registers a team with many apps, a service and people."""
    script.get("/.well-known/openid-configuration")
    script.get("/auth/keys")
    apps = [f"com.many.app{number}" for number in range(9)]
    made = script.call("/teams", team_id="MANYTEAM01", apps=apps)
    script.call("/services", id="com.many.web", primary_app=apps[0], return_urls=[RETURN_URL])
    script.call("/people", people=[{"key": f"p{number}", "email": f"p{number}@many.example"} for number in range(9)])
    script.call("/notifications/url", team_id="MANYTEAM01", url=receiver_url)
    key = secret(made["private_key"], made["key_id"], "MANYTEAM01", "com.many.web")
    return {"apps": apps, "client": "com.many.web", "secret": key}


def walk_the_pages(script, client):
    """Signs maya in on the pages, and returns the code."""
    page = script.get(authorize_url(client))
    flow = field(page, "flow")
    script.post("/auth/authorize/account", flow=flow, person="maya")
    page = script.post("/auth/authorize/password", flow=flow, password="maya-password")
    shown = re.sub(r"\D", "", re.search(r'class="device-code"[^>]*>([^<]*)<', page).group(1))
    script.post("/auth/authorize/code", flow=flow, code=shown)
    page = script.post("/auth/authorize/consent", flow=flow, first_name="Maya", last_name="Lindqvist", email_choice="hide")
    return field(page, "code")


def use_devices(script, team):
    """Gives many consents in the same second, and lets a device return one of several used codes."""
    script.call("/switches", stale_code_after_revocation=True)
    for app in team["apps"]:
        user = script.call("/device/credentials", person="tomas", bundle_id=app, scopes=["name", "email"])["user"]
        script.get(f"/_emulator/device/state?bundle_id={app}&user={user}")
    script.get("/device?device=phone")
    script.get(f"/device/sheet?device=phone&app={team['apps'][3]}")
    sheet = {"device": "phone", "app": team["apps"][3], "asks_name": "on", "first_name": "T", "last_name": "F"}
    script.post("/device/confirmation", **sheet)
    script.post("/device/confirmation", answer="recognised", **sheet)
    script.get("/_emulator/device/accounts")
    script.call("/account/stop-using", person="tomas", client=team["apps"][2])


def change_keys(script):
    script.call("/keys", action="rotate", overlap=True)
    script.call("/keys", action="add", published=False)
    script.call("/keys", action="rotate", overlap=False)
    script.call("/switches", key_order_shuffled=True)
    script.get("/auth/keys")


def visit_the_account_page(script):
    token = field(script.get("/account"), "token")
    script.post("/account/sign-in", token=token, person="tomas", password="tomas-password")
    page = script.get("/account")
    token = field(page, "token")
    app = html.unescape(re.search(r'href="(/account/app[^"]*)"', page).group(1))
    script.get(app)
    script.post("/account/forwarding", token=token, forwarding="off", team="MANYTEAM01", app="com.many.app1")
    script.call("/notifications", type="consent-revoked", person="maya", client="com.many.web", count=3, duplicate=2, wrong_key=True)


def make_mistakes(script):
    """Refusals that name one of several mistakes, and spoilt answers."""
    script.call("/switches", **{f"unknown_{number}": True for number in range(9)})
    script.call("/teams", team_id="OTHERTEAM1", apps=[f"com.many.app{number}" for number in range(9)])
    script.call("/teams", team_id="OTHERTEAM1", keys={f"KEY{number}": "rubbish" for number in range(9)})
    script.post("/auth/token", client_id="nobody", client_secret="x", grant_type="refresh_token", refresh_token="r")
    headers = {f"X-Made-Up-{number}": str(number) for number in range(9)}
    script.call("/faults", endpoint="keys", fault={"kind": "status", "status": 503, "times": 1, "headers": headers})
    script.get("/auth/keys")
    script.call("/faults", endpoint="keys", fault={"kind": "key_set", "variant": "duplicate_id", "times": 1})
    script.get("/auth/keys")
    for _ in range(4):
        script.call("/faults", endpoint="discovery", fault={"kind": "garbage", "variant": "html", "share": 0.5})
        script.get("/.well-known/openid-configuration")
    script.get("/auth/authorize?client_id=nobody")
