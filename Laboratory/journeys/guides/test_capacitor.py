"""The Capacitor guide: its TypeScript runs, on iOS with Apple's sheet and on Android in the browser."""

import re

import pytest

from harness.stand_in import StandIn
from samples import client_in
from script_app import Failed
from sheet_and_browser import SheetAndBrowser, account, android, ios

CLIENTS = {"capacitor": client_in("Capacitor/README.md", "capacitor")}


class TestCapacitor(SheetAndBrowser):
    example, client, settings = "Capacitor", "capacitor", CLIENTS["capacitor"]

    @android
    def test_the_state_of_a_request_is_the_apps_own(self, app):
        app.do("signIn")
        assert re.search("[?&]state=[0-9a-f]{32}(&|$)", app.phone.sent_to[-1])

    @ios
    def test_an_answer_that_does_not_say_whose_it_is_is_sent_with_the_name_and_not_stored(self, app):
        app.left_out, stored = {"user"}, []
        app.happens["exchange"] = lambda: stored.append(app.keychain())
        assert account(app, app.do("signIn"))["name"] == {"given": "Grace", "family": "Hopper"}
        assert stored == [set()]

    @ios
    def test_a_redirect_takes_apples_answer_to_no_other_host(self, app):
        with StandIn() as service, StandIn() as other:
            service.answers["/v1/native/sign-in"] = [(307, other.url + "/v1/native/sign-in")]
            app.happens["exchange"] = {"at": service.url + "/v1/native/sign-in"}
            with pytest.raises(Failed, match="status 307"):
                app.do("signIn")
            assert service.said and other.asked == []

    @android
    def test_a_redirect_takes_a_revoked_token_to_no_other_host(self, app):
        app.do("signIn")
        with StandIn() as service, StandIn() as other:
            service.answers["/oauth/revoke"] = [(307, other.url + "/oauth/revoke")]
            app.happens["revocation"] = {"at": service.url + "/oauth/revoke"}
            app.do("signOut")
            assert service.asked == ["/oauth/revoke"] and other.asked == []
