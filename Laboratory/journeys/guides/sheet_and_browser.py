"""What an app promises that signs in with Apple's sheet on iOS and in the browser on Android. Its TypeScript runs."""

import re

import pytest
import requests

from harness.keys import part
from samples import found, session_endings
from script_app import Failed, ScriptApp, compiled

ios = pytest.mark.parametrize("app", ["ios"], indirect=True)
android = pytest.mark.parametrize("app", ["android"], indirect=True)
both = pytest.mark.parametrize("app", ["ios", "android"], indirect=True)


PAGE, JSON = "<html><title>Forbidden</title></html>", '{"error": "forbidden", "message": "Blocked by policy"}'
# What answers in the service's place: a firewall, or the network of a hotel that wants a click first.
FIREWALLS = {
    "403 HTML": {"status": 403, "type": "text/html", "body": PAGE},
    "403 JSON": {"status": 403, "type": "application/json", "body": JSON},
    "200 HTML": {"status": 200, "type": "text/html", "body": PAGE},
}


class SheetAndBrowser:
    """The tests of an example. `example` is its folder, `client` its name in `openid.clients`, `settings` what is there."""

    example = client = settings = None

    @pytest.fixture(scope="class")
    def program(self, system, tmp_path_factory):
        return compiled(tmp_path_factory.mktemp(self.client), self.example, system.url) / "session.js"

    @pytest.fixture
    def start(self, program, system, phone, front, person, tmp_path):
        """Starts the app on a device of a platform, for somebody new."""
        started = []

        def start(platform):
            device = tmp_path / platform
            device.mkdir()
            started.append(ScriptApp(program, system, phone, front, platform, device))
            started[-1].person = person
            return started[-1]

        yield start
        for app in started:
            app.stop()

    @pytest.fixture
    def app(self, start, request):
        return start(request.param)

    @ios
    def test_the_first_sign_in_carries_the_name_and_the_second_needs_none(self, app):
        first = account(app, app.do("signIn"))
        assert first["name"] == {"given": "Grace", "family": "Hopper"} and first["email"] == app.person["email"]
        again = account(app, app.do("signIn"))
        assert (again["id"], again["name"]) == (first["id"], first["name"])
        assert ["name" in sheet for sheet in app.sheets] == [True, False]

    @ios
    def test_a_nonce_of_another_attempt_is_refused(self, app):
        app.nonce_at_apple = lambda nonce: "0" * 64
        with pytest.raises(Failed, match="nonce_mismatch"):
            app.do("signIn")
        assert app.do("accessToken") is None

    @ios
    def test_the_answer_and_the_name_are_stored_when_they_are_sent_and_removed_when_they_have_arrived(self, app):
        stored = []
        app.happens["exchange"] = lambda: stored.append(app.keychain())
        app.do("signIn")
        assert stored == [{"apple-answer", "apple-names"}]
        assert app.keychain() == {"session"}

    @ios
    @pytest.mark.parametrize("happens", ["lost", "cut", *FIREWALLS.values()], ids=["lost", "cut", *FIREWALLS])
    def test_the_answer_to_a_sheet_is_sent_again_until_the_service_has_it(self, app, happens):
        app.happens["exchange"] = happens
        with pytest.raises(Failed):
            app.do("signIn")
        app.restart()
        assert app.do("accessToken") is None
        session = app.do("signIn")
        assert account(app, session)["name"] == {"given": "Grace", "family": "Hopper"}
        assert len(app.sheets) == 1 and app.do("accessToken") == session["accessToken"]
        app.do("signIn")
        assert len(app.sheets) == 2, "the service has confirmed the first answer, so a later sign-in needs another"

    @ios
    def test_the_name_goes_with_the_next_sign_in_of_the_same_person_only(self, app):
        app.nonce_at_apple = lambda nonce: "0" * 64
        with pytest.raises(Failed, match="nonce_mismatch"):
            app.do("signIn")
        app.nonce_at_apple = lambda nonce: nonce
        grace, app.person = app.person, somebody_else(app.system)
        assert account(app, app.do("signIn"))["name"] == {"given": "Ada", "family": "Lovelace"}
        app.person = grace
        assert account(app, app.do("signIn"))["name"] == {"given": "Grace", "family": "Hopper"}
        assert ["name" in sheet for sheet in app.sheets] == [True, True, False]

    @ios
    def test_a_sheet_opens_again_once_the_attempt_of_an_unsent_answer_has_expired(self, app):
        app.happens["exchange"] = "lost"
        with pytest.raises(Failed):
            app.do("signIn")
        app.do("anHourPasses")
        assert account(app, app.do("signIn"))["name"] == {"given": "Grace", "family": "Hopper"}
        assert ["name" in sheet for sheet in app.sheets] == [True, False]

    @android
    def test_the_browser_signs_in_on_android_with_the_name(self, app):
        person = account(app, app.do("signIn"))
        assert (person["name"], person["email"]) == ("Grace Hopper", app.person["email"])
        assert app.phone.pages == [f"Continue to {self.settings['name']}?"] and not app.sheets
        app.system.emulator.clear_log()
        app.do("signIn")
        assert len(app.phone.pages) == 2 and app.system.emulator.log("/auth/authorize") == []

    @both
    def test_who_closes_the_sheet_or_the_tab_is_not_signed_in(self, app):
        app.person = None
        assert app.do("signIn") is None and app.do("accessToken") is None

    @both
    def test_two_taps_open_one_sheet_or_tab(self, app):
        first, second = app.do("twoTaps")
        assert first == second and len(app.opened) == 1
        app.do("signIn")
        assert len(app.opened) == 2

    @both
    def test_a_sheet_or_tab_that_never_answers_does_not_block_the_button(self, app):
        app.do("aTapWithoutAnswer")
        app.do("aMinutePasses")
        session = app.do("signIn")
        assert app.do("accessToken") == session["accessToken"]

    @both
    def test_a_tap_opens_no_sheet_or_tab_over_a_second_one_when_the_first_has_ended(self, app):
        first, second, third = app.do("threeTaps")
        assert first is None and second == third and len(app.opened) == 1
        app.do("signIn")
        assert len(app.opened) == 2

    @android
    @pytest.mark.parametrize("choices", [{"answer": "Cancel"}, {"cancels_at_apple": True}], ids=["service", "Apple"])
    def test_who_presses_cancel_is_not_signed_in(self, app, choices):
        app.choices = choices
        assert app.do("signIn") is None and app.do("accessToken") is None
        assert app.phone.received(found("REDIRECT_URI = '([^']+)'", f"{self.example}/src/service.ts"))

    @android
    def test_who_presses_cancel_stays_signed_in(self, app):
        session = app.do("signIn")
        app.choices = {"answer": "Cancel"}
        assert app.do("signIn") is None and app.do("accessToken") == session["accessToken"]

    @both
    def test_a_sign_out_after_the_token_has_expired_ends_the_session(self, app):
        session = app.do("signIn")
        app.do("anHourPasses")
        app.do("signOut")
        assert app.do("accessToken") is None and self.has_ended(app, session)

    @both
    def test_an_expired_token_is_renewed_once_by_many_calls_and_ends_with_the_session(self, app):
        session = app.do("signIn")
        assert app.do("accessToken") == session["accessToken"]
        app.do("anHourPasses")
        renewed = app.do("threeAccessTokens")
        assert len(set(renewed)) == 1 and renewed[0] not in (None, session["accessToken"])
        app.do("signOut")
        assert app.do("accessToken") is None
        assert self.has_ended(app, session)

    @both
    @pytest.mark.parametrize("is_refused", [True, False], ids=["refused", "answered"])
    def test_a_renewal_on_its_way_leaves_the_session_that_began_meanwhile(self, app, is_refused):
        former, newer = app.do("signIn"), []

        def sign_in_again():
            if is_refused:  # as after a sign-in with another account, which ends the session before
                self.end(app, former)
            newer.append(app.do("signIn")["accessToken"])

        app.do("anHourPasses")
        app.happens["renewal"] = sign_in_again
        assert app.do("threeAccessTokens") == newer * 3
        assert app.do("accessToken") == newer[0]

    @both
    @pytest.mark.parametrize("answer", FIREWALLS.values(), ids=FIREWALLS)
    def test_a_firewall_that_answers_a_renewal_signs_nobody_out(self, app, answer):
        session = app.do("signIn")
        app.do("anHourPasses")
        app.happens["renewal"] = answer
        with pytest.raises(Failed):
            app.do("accessToken")
        assert app.do("accessToken") not in (None, session["accessToken"])

    @both
    def test_a_session_survives_a_restart_but_not_a_new_installation(self, app):
        session = app.do("signIn")
        app.restart()
        assert app.do("accessToken") == session["accessToken"]
        app.install_again()
        assert app.do("accessToken") is None
        again = app.do("signIn")
        assert app.do("accessToken") == again["accessToken"]

    @ios
    def test_the_first_tap_of_an_installation_removes_the_former_session_and_answer_but_no_name(self, app):
        app.do("signIn")
        app.person = somebody_else(app.system)
        app.happens["exchange"] = "lost"
        with pytest.raises(Failed):
            app.do("signIn")
        assert app.keychain() == {"session", "apple-answer", "apple-names"}
        app.install_again()
        app.person = None
        assert app.do("signIn") is None and app.opened == ["sheet"] * 3
        assert app.keychain() == {"apple-names"}

    @ios
    def test_a_name_that_the_service_has_not_confirmed_survives_a_new_installation(self, app):
        app.happens["exchange"] = "lost"
        with pytest.raises(Failed):
            app.do("signIn")
        app.install_again()
        assert account(app, app.do("signIn"))["name"] == {"given": "Grace", "family": "Hopper"}
        assert ["name" in sheet for sheet in app.sheets] == [True, False] and app.keychain() == {"session"}

    @ios
    def test_a_name_of_an_earlier_installation_goes_to_nobody_else(self, app):
        app.happens["exchange"] = "lost"
        with pytest.raises(Failed):
            app.do("signIn")
        app.install_again()
        grace, app.person, app.left_out = app.person, somebody_else(app.system), {"name"}
        assert account(app, app.do("signIn"))["name"] is None
        app.person = grace
        assert account(app, app.do("signIn"))["name"] == {"given": "Grace", "family": "Hopper"}

    @ios
    @pytest.mark.parametrize("happens", ["lost", "cut"])
    def test_the_next_persons_tap_in_a_new_installation_signs_in_the_next_person(self, app, happens):
        app.happens["exchange"] = happens
        with pytest.raises(Failed):
            app.do("signIn")
        app.install_again()
        app.person = somebody_else(app.system)
        assert account(app, app.do("signIn"))["name"] == {"given": "Ada", "family": "Lovelace"}
        assert app.keychain() == {"session", "apple-names"}

    @both
    def test_a_session_that_the_service_has_ended_is_forgotten(self, app):
        self.end(app, app.do("signIn"))
        app.do("anHourPasses")
        assert app.do("accessToken") is None
        app.do("signOut")

    @android
    def test_an_app_that_android_ends_while_the_tab_is_open_signs_in_at_the_next_tap(self, app):
        app.do("aTapWithoutAnswer")
        app.restart()
        assert app.do("accessToken") is None
        assert account(app, app.do("signIn"))["name"] == "Grace Hopper"

    def test_both_ways_lead_to_the_same_account(self, start):
        sessions = [start(platform).do("signIn") for platform in ("ios", "android")]
        assert len({part(session["accessToken"], 1)["sub"] for session in sessions}) == 1

    def test_the_codes_that_end_a_session_are_those_of_the_service(self):
        codes = re.findall("'([^']+)'", found(r"const ENDINGS = \[([^\]]+)\]", f"{self.example}/src/service.ts"))
        assert sorted(codes) == sorted([*session_endings(), "invalid_grant"])

    def test_the_guides_configuration_is_the_apps(self):
        service = f"{self.example}/src/service.ts"
        assert found("REDIRECT_URI = '([^']+)'", service) in self.settings["redirect_uris"]
        assert found("OPENID_CLIENT = '([^']+)'", service) == self.client

    def end(self, app, session):
        """Ends a session at the service, without the app."""
        if "idToken" in session:
            reply = requests.post(app.system.url + "/oauth/revoke", {"token": session["refreshToken"], "client_id": self.client})
        else:
            reply = requests.post(app.system.url + "/v1/sessions/end", headers={"Authorization": f"Bearer {session['accessToken']}"})
        assert reply.ok, reply.text

    def has_ended(self, app, session):
        """Whether the refresh token of the session, or one that replaced it, opens nothing any more."""
        if "idToken" in session:
            reply = requests.post(
                app.system.url + "/oauth/token",
                {"grant_type": "refresh_token", "client_id": self.client, "refresh_token": session["refreshToken"]},
            )
            return reply.json()["error"] == "invalid_grant"
        reply = requests.post(app.system.url + "/v1/sessions/refresh", json={"client": "app", "refresh_token": session["refreshToken"]})
        return reply.status_code == 401


def somebody_else(system):
    """Another Apple Account, of Ada Lovelace."""
    key = f"person-{next(system.numbers)}"
    system.control(
        "people", {"key": key, "email": f"{key}@example.com", "password": "paper lantern", "name": {"first": "Ada", "last": "Lovelace"}}
    )
    return {"key": key}


def account(app, session):
    """The account of a session of the service, or of the client's tokens."""
    path = "/v1/account" if "idToken" not in session else "/oauth/userinfo"
    return requests.get(app.system.url + path, headers={"Authorization": f"Bearer {session['accessToken']}"}).json()
