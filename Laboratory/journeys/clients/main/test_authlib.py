"""Authlib in a Flask application, configured by discovery."""

import flask
from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from joserfc.errors import JoseError

from journey import Journey, SignedIn


class TestAuthlib(Journey):
    software = "Authlib"
    to_allow_http = {"AUTHLIB_INSECURE_TRANSPORT": "1"}  # allows http in Authlib
    refusal = (OAuthError, JoseError)

    def set_up(self):
        app = flask.Flask(__name__)
        app.secret_key = "of this test"
        app.testing = True  # Lets exceptions of the callback reach the test.
        self.oauth = OAuth(app)
        self.oauth.register(
            "apple",
            client_id=self.client_id,
            client_secret=self.apple.client_secret(),
            server_metadata_url=f"{self.base_url}/.well-known/openid-configuration",
            authorize_params={"response_mode": "form_post"},
            client_kwargs={"scope": "openid name email", "token_endpoint_auth_method": "client_secret_post"},
        )
        app.add_url_rule("/login", "login", lambda: self.oauth.apple.authorize_redirect(self.return_url))
        app.add_url_rule("/callback", "callback", lambda: flask.jsonify(self.oauth.apple.authorize_access_token()), methods=["POST"])
        self.browser = app.test_client()

    def begin(self):
        return self.browser.get("/login").location

    def finish(self, answer):
        tokens = self.browser.post("/callback", data=answer["fields"]).json
        return SignedIn(tokens["userinfo"]["sub"], tokens["userinfo"]["email"], tokens["refresh_token"])

    def _session(self):
        return OAuth2Session(
            self.client_id,
            self.apple.client_secret(),
            token_endpoint_auth_method="client_secret_post",
            revocation_endpoint_auth_method="client_secret_post",
        )

    def refresh(self, refresh_token):
        self._session().refresh_token(f"{self.base_url}/auth/token", refresh_token=refresh_token)

    def revoke(self, refresh_token):
        self._session().revoke_token(f"{self.base_url}/auth/revoke", token=refresh_token).raise_for_status()
