"""The Capacitor guide: its TypeScript runs, on iOS with Apple's sheet and on Android in the browser."""
import re

from samples import client_in
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
