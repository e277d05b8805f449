"""The Flutter guide: the steps of sign_in_with_apple on iOS and of flutter_appauth on Android, with the guide's settings."""
import hashlib
import re

import pytest
import requests

from harness.appauth import AppAuth, Refused
from harness.emulator import APP
from harness.keys import part
from samples import at, client_in, found, text

CLIENTS = {"flutter": client_in("Flutter/README.md", "flutter")}


def constant(name):
    return found(rf"const {name} = '([^']+)'", "Flutter/lib/service.dart")


class Sheet:
    """`SignInWithApple.getAppleIDCredential` on iOS: gives Apple the nonce as it is, and returns token and code as text."""

    def __init__(self, system, person):
        self.system, self.person = system, person

    def credential(self, nonce):
        scopes = {"fullName": "name", "email": "email"}
        wanted = re.findall(r"AppleIDAuthorizationScopes\.(\w+)", text("Flutter/lib/apple_sheet.dart"))
        answer = self.system.control("device/credentials", {
            "person": self.person["key"], "bundle_id": APP, "scopes": [scopes[name] for name in wanted], "nonce": nonce})
        name = answer.get("name") or {}
        return {"identityToken": answer["identity_token"], "authorizationCode": answer["authorization_code"],
                "givenName": name.get("first"), "familyName": name.get("last")}


class Guide:
    """What `AppleSheet.signIn` does with it."""

    def __init__(self, system, sheet):
        self.system, self.sheet = system, sheet

    def post(self, path, body):
        reply = requests.post(at(self.system, constant("service")) + path, json=body)
        return reply.status_code, reply.json()

    def sign_in(self, hashed=lambda nonce: hashlib.sha256(nonce.encode()).hexdigest()):
        _, attempt = self.post("/v1/native/attempts", {"client": constant("nativeClient")})
        credential = self.sheet.credential(hashed(attempt["nonce"]))
        name = {member: credential[field] for member, field in (("given", "givenName"), ("family", "familyName"))
                if credential[field] is not None}
        return credential, self.post("/v1/native/sign-in", {
            "attempt": attempt["attempt"], "identity_token": credential["identityToken"],
            "code": credential["authorizationCode"]} | ({"name": name} if name else {}))


@pytest.fixture
def guide(system, person):
    return Guide(system, Sheet(system, person))


@pytest.fixture
def app(system):
    scopes = re.findall(r"'([^']+)'", found(r"const scopes = \[([^\]]+)\]", "Flutter/lib/service.dart"))
    return AppAuth(at(system, constant("service")), constant("openIDClient"), constant("redirectURI"), None, " ".join(scopes))


def test_the_first_sign_in_carries_the_name_and_the_second_needs_none(guide, person):
    credential, (status, first) = guide.sign_in()
    assert status == 200 and credential["givenName"] == "Grace"
    assert first["account"]["name"] == {"given": "Grace", "family": "Hopper"}
    credential, (status, again) = guide.sign_in()
    assert status == 200 and credential["givenName"] is None
    assert again["account"]["id"] == first["account"]["id"] and again["account"]["name"] == first["account"]["name"]


@pytest.mark.parametrize("hashed", [lambda nonce: "0" * 64, lambda nonce: nonce], ids=["another", "not hashed"])
def test_a_wrong_nonce_is_refused(guide, hashed):
    _, (status, answer) = guide.sign_in(hashed)
    assert (status, answer["error"]) == (401, "nonce_mismatch")


def test_the_browser_signs_in_on_android_renews_and_revokes(app, phone, person, system):
    app.receive(phone.open(app.request(), app.redirect_uri, person))
    claims = app.check_id_token(app.nonce)
    assert (claims["name"], claims["email"]) == ("Grace Hopper", person["email"])
    assert phone.pages == [f"Continue to {CLIENTS['flutter']['name']}?"]
    app.refresh()
    reply = requests.post(at(system, constant("service")) + "/oauth/revoke", {
        "token": app.refresh_token, "client_id": constant("openIDClient")})
    assert reply.status_code == 200
    with pytest.raises(Refused, match="invalid_grant"):
        app.refresh()


def test_both_ways_lead_to_the_same_account(guide, app, phone, person):
    _, (_, session) = guide.sign_in()
    app.receive(phone.open(app.request(), app.redirect_uri, person))
    assert part(app.id_token, 1)["sub"] == session["account"]["id"]


def test_the_code_has_what_these_steps_assume():
    """No Dart compiler runs here, so the test reads the lines that it plays."""
    sheet = text("Flutter/lib/apple_sheet.dart")
    assert "nonce: sha256.convert(utf8.encode(attempt['nonce'] as String)).toString()" in sheet
    for member, field in (("identity_token", "identityToken"), ("code", "authorizationCode")):
        assert f"'{member}': credential.{field}" in sheet
    assert "AuthorizationTokenRequest(openIDClient, redirectURI, issuer: service, scopes: scopes)" in text(
        "Flutter/lib/browser.dart")
    assert constant("redirectURI") in CLIENTS["flutter"]["redirect_uris"] and constant("openIDClient") in CLIENTS
