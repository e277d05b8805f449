"""The application that Documentation/openid/web-application.md writes, word by word, behind a proxy that ends TLS."""

import re
import urllib.parse

import flask
import pytest
import requests
from joserfc.jwk import KeySet

from harness.programs import ROOT
from relying_party import SECRET, Registered, claims

GUIDE = ROOT / "Documentation" / "openid" / "web-application.md"
# What a proxy at https://shop.example.com adds to a request.
FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "shop.example.com"}


class TestWebApplicationGuide(Registered):
    redirect_uri = "https://shop.example.com/callback"
    goodbye = "https://shop.example.com/"

    @classmethod
    def registration(cls, algorithm, receiver_url):
        return super().registration(algorithm, receiver_url) | {"backchannel_logout_uri": receiver_url}

    @pytest.fixture
    def written(self, system, monkeypatch):
        """What the guide's Python defines, with this service in place of the example's."""
        text = "\n".join(re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S))
        text = text.replace("https://id.example.com", system.url).replace('"shop"', f'"{self.identifier()}"')
        monkeypatch.setenv("SESSION_KEY", "of this test")
        monkeypatch.setenv("SHOP_SECRET", SECRET)
        names = {"__name__": "shop"}
        exec(compile(text, str(GUIDE), "exec"), names)
        return names

    @pytest.fixture
    def site(self, written):
        app = written["app"]
        app.testing = True  # lets exceptions of the application reach the test
        app.add_url_rule("/kept", view_func=lambda: dict(flask.session))
        return app.test_client()

    def signed_in(self, site, browser):
        """Signs a person in, and returns what the application keeps in its session."""
        begun = site.get("/login", headers=FORWARDED)
        arrival = browser.open(begun.location)
        assert arrival.url.startswith(self.redirect_uri), arrival
        assert site.get("/callback", query_string=arrival.fields, headers=FORWARDED).location == "/"
        return site.get("/kept").json

    def test_names_its_own_address_although_the_proxy_speaks_http_to_it(self, site):
        query = urllib.parse.urlsplit(site.get("/login", headers=FORWARDED).location).query
        assert dict(urllib.parse.parse_qsl(query))["redirect_uri"] == self.redirect_uri

    def test_signs_a_person_in_and_out(self, site, browser):
        kept = self.signed_in(site, browser)
        assert kept["account"] == browser.person()["id"]
        assert browser.open(site.post("/logout").location).url == self.goodbye
        assert browser.person() is None and not browser.pages

    def test_gets_the_person_back_who_has_to_confirm_the_sign_out(self, site, browser):
        self.signed_in(site, browser)
        with site.session_transaction() as session:
            session.pop("id_token")
        assert browser.open(site.post("/logout").location).url == self.goodbye
        assert browser.person() is None and len(browser.pages) == 1

    def test_ends_the_session_that_a_logout_token_names_and_believes_no_other(self, site, browser, written, system, receiver):
        kept = self.signed_in(site, browser)
        keys = KeySet.import_key_set(requests.get(f"{system.url}/.well-known/jwks.json").json())
        browser.sign_out()
        token = receiver.next_for(claims(kept["id_token"])["sid"])["logout_token"]
        assert written["ended_session"](token, keys) == kept["sid"]
        with pytest.raises(ValueError):
            written["ended_session"](kept["id_token"], keys)
