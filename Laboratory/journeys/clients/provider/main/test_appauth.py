"""An app on Android with AppAuth, a public client with a private-use scheme. `harness.appauth` takes AppAuth's steps."""

import pytest
import requests

from harness.appauth import AppAuth, Refused
from relying_party import RelyingParty, SignedIn


class TestAppAuth(RelyingParty):
    software = "AppAuth for Android"
    comes_from = "its steps in Python"
    kind = "public"
    authentication = "none"
    redirect_uri = "com.example.app:/oauth2redirect"
    goodbye = "com.example.app:/goodbye"
    verified_by = "nobody"
    refusal = Refused

    def set_up(self):
        self.app = AppAuth(self.issuer, self.client_id, self.redirect_uri, self.goodbye)

    def begin(self):
        return self.app.request()

    def finish(self, arrival):
        self.app.receive(arrival.url)
        person = requests.get(self.app.document["userinfo_endpoint"], headers={"Authorization": f"Bearer {self.app.access_token}"}).json()
        return SignedIn(person["sub"], person["email"], person["name"], self.app.id_token, self.app.refresh_token)

    def refresh(self, refresh_token):
        self.app.refresh()
        return self.app.refresh_token

    def log_out(self, person):
        return self.app.end_session()

    def test_names_the_app_before_it_gets_a_code(self):
        self.browser.open(self.begin())
        (page,) = self.browser.pages
        assert self.registration("RS256", None)["name"] in page

    def test_asks_again_at_the_next_sign_in_although_nobody_has_to_sign_in(self):
        self.sign_in()
        self.browser.open(self.begin())
        assert len(self.browser.pages) == 2

    def test_hears_that_the_person_does_not_want_to_continue(self):
        arrival = self.browser.open(self.begin(), answer="deny")
        with pytest.raises(Refused, match="access_denied"):
            self.finish(arrival)
