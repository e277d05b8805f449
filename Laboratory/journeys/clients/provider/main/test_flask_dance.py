"""Flask-Dance with PyJWT."""

import flask
import jwt
from flask_dance.consumer import OAuth2ConsumerBlueprint, oauth_authorized

from relying_party import RelyingParty, SignedIn


class TestFlaskDance(RelyingParty):
    software = "Flask-Dance, PyJWT"
    settings = "`use_pkce` and `code_challenge_method`: `S256`"
    finds_siwa_by = "URLs"
    verified_by = "PyJWT"
    redirect_uri = "https://localhost/login/siwa/authorized"

    def set_up(self):
        app = flask.Flask(__name__)
        app.secret_key = "of this test"
        app.testing = True  # lets exceptions of the callback reach the test
        siwa = OAuth2ConsumerBlueprint(
            "siwa",
            __name__,
            client_id=self.client_id,
            client_secret=self.client_secret,
            scope=["openid", "profile", "email"],
            authorization_url=f"{self.issuer}/oauth/authorize",
            token_url=f"{self.issuer}/oauth/token",
            auto_refresh_url=f"{self.issuer}/oauth/token",
            use_pkce=True,
            code_challenge_method="S256",
        )
        app.register_blueprint(siwa, url_prefix="/login")
        keys = jwt.PyJWKClient(f"{self.issuer}/.well-known/jwks.json")
        self.person = self.tokens = None

        @oauth_authorized.connect_via(siwa)
        def verify(blueprint, token):
            claims = jwt.decode(
                token["id_token"], keys.get_signing_key_from_jwt(token["id_token"]), audience=self.client_id, issuer=self.issuer
            )
            self.person, self.tokens = blueprint.session.get(f"{self.issuer}/oauth/userinfo").json(), token
            assert self.person["sub"] == claims["sub"]

        @app.post("/refresh")
        def refresh():
            siwa.token = siwa.session.refresh_token(siwa.auto_refresh_url, auth=(self.client_id, self.client_secret))
            return siwa.token

        self.site = app.test_client()

    def begin(self):
        return self.site.get("/login/siwa", base_url="https://localhost").location

    def finish(self, arrival):
        self.site.get("/login/siwa/authorized", query_string=arrival.fields, base_url="https://localhost")
        return SignedIn(
            self.person["sub"], self.person["email"], self.person["name"], self.tokens["id_token"], self.tokens["refresh_token"]
        )

    def refresh(self, refresh_token):
        return self.site.post("/refresh", base_url="https://localhost").json["refresh_token"]
