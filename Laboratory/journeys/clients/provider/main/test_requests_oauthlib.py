"""requests-oauthlib with PyJWT, which most hand-written Python integrations use."""

import jwt
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

from relying_party import RelyingParty, SignedIn


class TestRequestsOAuthlib(RelyingParty):
    software = "requests-oauthlib, PyJWT"
    settings = "`pkce`: `S256`"
    finds_siwa_by = "URLs"
    verified_by = "PyJWT"

    def set_up(self):
        self.session = OAuth2Session(self.client_id, redirect_uri=self.redirect_uri, scope=["openid", "profile", "email"], pkce="S256")
        self.keys = jwt.PyJWKClient(f"{self.issuer}/.well-known/jwks.json")

    def begin(self):
        return self.session.authorization_url(f"{self.issuer}/oauth/authorize", nonce="nonce-1")[0]

    def finish(self, arrival):
        tokens = self.session.fetch_token(
            f"{self.issuer}/oauth/token", authorization_response=arrival.url, client_secret=self.client_secret
        )
        claims = jwt.decode(
            tokens["id_token"], self.keys.get_signing_key_from_jwt(tokens["id_token"]), audience=self.client_id, issuer=self.issuer
        )
        assert claims["nonce"] == "nonce-1"
        person = self.session.get(f"{self.issuer}/oauth/userinfo").json()
        assert person["sub"] == claims["sub"]
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        return self.session.refresh_token(
            f"{self.issuer}/oauth/token", refresh_token=refresh_token, auth=HTTPBasicAuth(self.client_id, self.client_secret)
        )["refresh_token"]
