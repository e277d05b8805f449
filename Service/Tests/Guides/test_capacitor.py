"""The Capacitor guide: its TypeScript runs, on iOS with Apple's sheet and on Android in the browser."""
import re

import pytest
import requests

from harness.keys import part
from samples import client_in, found
from script_app import Failed, ScriptApp, compiled

CLIENTS = {"capacitor": client_in("Capacitor/README.md", "capacitor")}


@pytest.fixture(scope="module")
def program(system, tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("capacitor"), "Capacitor", system.url) / "session.js"


@pytest.fixture
def app(program, system, phone, front, person, request):
    app = ScriptApp(program, system, phone, front, request.param)
    app.person = person
    yield app
    app.stop()


ios = pytest.mark.parametrize("app", ["ios"], indirect=True)
android = pytest.mark.parametrize("app", ["android"], indirect=True)
both = pytest.mark.parametrize("app", ["ios", "android"], indirect=True)


def account(app, session):
    """The account of a session of the service, or of the client's tokens."""
    path = "/v1/account" if "idToken" not in session else "/oauth/userinfo"
    return requests.get(app.system.url + path, headers={"Authorization": f"Bearer {session['accessToken']}"}).json()


@ios
def test_the_first_sign_in_carries_the_name_and_the_second_needs_none(app):
    first = account(app, app.do("signIn"))
    assert first["name"] == {"given": "Grace", "family": "Hopper"} and first["email"] == app.person["email"]
    again = account(app, app.do("signIn"))
    assert (again["id"], again["name"]) == (first["id"], first["name"])
    assert ["name" in sheet for sheet in app.sheets] == [True, False]


@ios
def test_a_nonce_of_another_attempt_is_refused(app):
    app.nonce_at_apple = lambda nonce: "0" * 64
    with pytest.raises(Failed, match="nonce_mismatch"):
        app.do("signIn")
    assert app.do("accessToken") is None


@both
def test_who_closes_the_sheet_or_the_tab_is_not_signed_in(app):
    app.person = None
    assert app.do("signIn") is None and app.do("accessToken") is None


@android
def test_the_browser_signs_in_on_android_with_the_name(app):
    person = account(app, app.do("signIn"))
    assert (person["name"], person["email"]) == ("Grace Hopper", app.person["email"])
    assert app.phone.pages == [f"Continue to {CLIENTS['capacitor']['name']}?"] and not app.sheets
    assert re.search("[?&]state=[0-9a-f]{32}(&|$)", app.phone.sent_to[-1]), "the app's own state"
    app.system.emulator.clear_log()
    app.do("signIn")
    assert len(app.phone.pages) == 2 and app.system.emulator.log("/auth/authorize") == []


@both
def test_an_expired_token_is_renewed_once_by_many_calls_and_ends_with_the_session(app):
    session = app.do("signIn")
    assert app.do("accessToken") == session["accessToken"]
    renewed = app.do("renewNow")
    assert len(set(renewed)) == 1 and renewed[0] not in (None, session["accessToken"])
    app.do("signOut")
    assert app.do("accessToken") is None
    assert session_ended(app, session)


def session_ended(app, session):
    """Whether the refresh token of the session, or one that replaced it, opens nothing any more."""
    if "idToken" in session:
        reply = requests.post(app.system.url + "/oauth/token", {
            "grant_type": "refresh_token", "client_id": "capacitor", "refresh_token": session["refreshToken"]})
        return reply.json()["error"] == "invalid_grant"
    reply = requests.post(app.system.url + "/v1/sessions/refresh", json={
        "client": "app", "refresh_token": session["refreshToken"]})
    return reply.status_code == 401


def test_both_ways_lead_to_the_same_account(program, system, phone, front, person):
    identifiers = []
    for platform in ("ios", "android"):
        app = ScriptApp(program, system, phone, front, platform)
        app.person = person
        session = app.do("signIn")
        identifiers.append(part(session["accessToken"], 1)["sub"])
        app.stop()
    assert len(set(identifiers)) == 1


def test_the_guides_configuration_is_the_apps():
    assert found("REDIRECT_URI = '([^']+)'", "Capacitor/src/service.ts") in CLIENTS["capacitor"]["redirect_uris"]
    assert found("OPENID_CLIENT = '([^']+)'", "Capacitor/src/service.ts") in CLIENTS
