"""Flask-Dance with PyJWT. Its callback accepts only GET, so the site turns Apple's form post into one."""

import flask
import jwt
from flask_dance.consumer import OAuth2ConsumerBlueprint, oauth_authorized
from oauthlib.oauth2 import InvalidGrantError, WebApplicationClient

from journey import Journey, SignedIn


class TestFlaskDance(Journey):
    software = "Flask-Dance, PyJWT"
    finds_apple_by = "URLs"
    verified_by = "PyJWT"
    return_url = "https://localhost/login/apple/authorized"
    to_allow_http = {"OAUTHLIB_INSECURE_TRANSPORT": "1"}  # allows http in oauthlib
    sends_nonce = False
    accepts = {"nonce": "it sends no nonce"}
    helped = ("authorize",)
    refusal = (jwt.PyJWTError, InvalidGrantError)

    def set_up(self):
        app = flask.Flask(__name__)
        app.secret_key = "of this test"
        app.config["PREFERRED_URL_SCHEME"] = "https"  # Oauthlib refuses a callback by http.
        app.testing = True  # Lets exceptions of the callback reach the test.
        credentials = {"client_id": self.client_id, "client_secret": self.apple.client_secret()}
        apple = OAuth2ConsumerBlueprint(
            "apple",
            __name__,
            **credentials,
            client=WebApplicationClient(self.client_id),
            scope=["name", "email"],
            authorization_url=f"{self.base_url}/auth/authorize",
            authorization_url_params={"response_mode": "form_post"},
            token_url=f"{self.base_url}/auth/token",
            token_url_params={"include_client_id": True},
            auto_refresh_url=f"{self.base_url}/auth/token",
            auto_refresh_kwargs=credentials,
        )
        app.register_blueprint(apple, url_prefix="/login")
        keys = jwt.PyJWKClient(f"{self.base_url}/auth/keys")
        self.claims = self.tokens = None

        @app.post("/login/apple/authorized")
        def repost():
            return flask.redirect(flask.url_for("apple.authorized", **flask.request.form))

        @oauth_authorized.connect_via(apple)
        def verify(blueprint, token):
            self.claims = jwt.decode(
                token["id_token"],
                keys.get_signing_key_from_jwt(token["id_token"]),
                algorithms=["RS256"],
                audience=self.client_id,
                issuer=self.issuer,
            )
            self.tokens = token

        @app.post("/refresh")
        def refresh():
            apple.token = apple.session.refresh_token(apple.auto_refresh_url)
            return apple.token

        @app.post("/revoke")
        def revoke():
            url, headers, body = apple.client.prepare_token_revocation_request(
                f"{self.base_url}/auth/revoke", apple.token["refresh_token"], "refresh_token", **credentials
            )
            return {"ok": apple.session.post(url, data=body, headers=headers, withhold_token=True).ok}

        self.browser = app.test_client()

    def begin(self):
        return self.browser.get("/login/apple").location

    def finish(self, answer):
        self.browser.get(self.browser.post("/login/apple/authorized", data=answer["fields"]).location)
        return SignedIn(self.claims["sub"], self.claims["email"], self.tokens["refresh_token"])

    def refresh(self, refresh_token):
        assert self.browser.post("/refresh").json["refresh_token"] == refresh_token  # Kept in the browser's session.

    def revoke(self, refresh_token):
        assert self.browser.post("/revoke").json["ok"]
