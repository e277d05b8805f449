"""Authlib in a Flask application, configured by discovery."""

import flask
from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from joserfc.errors import JoseError

from relying_party import RelyingParty, SignedIn


class TestAuthlib(RelyingParty):
    software = "Authlib"
    settings = "`code_challenge_method`: `S256`"
    asks_userinfo = False
    refusal = (OAuthError, JoseError)

    def set_up(self):
        app = flask.Flask(__name__)
        app.secret_key = "of this test"
        app.testing = True  # lets exceptions of the callback reach the test
        self.siwa = OAuth(app).register(
            "siwa",
            client_id=self.client_id,
            client_secret=self.client_secret,
            server_metadata_url=f"{self.issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
        )
        app.add_url_rule("/login", "login", lambda: self.siwa.authorize_redirect(self.redirect_uri))
        app.add_url_rule("/callback", "callback", lambda: flask.jsonify(self.siwa.authorize_access_token()))
        app.add_url_rule(
            "/refresh",
            "refresh",
            lambda: flask.jsonify(self.siwa.fetch_access_token(grant_type="refresh_token", refresh_token=flask.request.args["token"])),
        )
        app.add_url_rule(
            "/logout",
            "logout",
            lambda: self.siwa.logout_redirect(post_logout_redirect_uri=self.goodbye, id_token_hint=flask.request.args["token"]),
        )
        self.site = app.test_client()

    def begin(self):
        return self.site.get("/login").location

    def finish(self, arrival):
        tokens = self.site.get("/callback", query_string=arrival.fields).json
        person = tokens["userinfo"]  # the claims of the ID token
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        return self.site.get("/refresh", query_string={"token": refresh_token}).json["refresh_token"]

    def log_out(self, person):
        return self.site.get("/logout", query_string={"token": person.id_token}).location
