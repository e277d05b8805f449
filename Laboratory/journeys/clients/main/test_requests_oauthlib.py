"""requests-oauthlib with PyJWT, which most hand-written Python integrations use."""

import jwt
from oauthlib.oauth2 import InvalidGrantError, WebApplicationClient
from requests_oauthlib import OAuth2Session

from journey import Journey, SignedIn


class TestRequestsOAuthlib(Journey):
    software = "requests-oauthlib, PyJWT"
    finds_apple_by = "URLs"
    verified_by = "PyJWT"
    to_allow_http = {"OAUTHLIB_INSECURE_TRANSPORT": "1"}  # allows http in oauthlib
    leaves_to_application = ("nonce",)
    refusal = (jwt.PyJWTError, InvalidGrantError, ValueError)

    def set_up(self):
        self.client = WebApplicationClient(self.client_id)
        self.session = OAuth2Session(client=self.client, redirect_uri=self.return_url, scope=["name", "email"])
        self.keys = jwt.PyJWKClient(f"{self.base_url}/auth/keys")

    def begin(self):
        url, _ = self.session.authorization_url(f"{self.base_url}/auth/authorize", response_mode="form_post", nonce="nonce-1")
        return url

    def finish(self, answer):
        tokens = self.session.fetch_token(
            f"{self.base_url}/auth/token", code=answer["fields"]["code"], include_client_id=True, client_secret=self.apple.client_secret()
        )
        claims = jwt.decode(
            tokens["id_token"],
            self.keys.get_signing_key_from_jwt(tokens["id_token"]),
            algorithms=["RS256"],
            audience=self.client_id,
            issuer=self.issuer,
        )
        if claims.get("nonce") != "nonce-1":
            raise ValueError("nonce")
        return SignedIn(claims["sub"], claims.get("email"), tokens["refresh_token"])

    def refresh(self, refresh_token):
        self.session.refresh_token(
            f"{self.base_url}/auth/token", refresh_token=refresh_token, client_id=self.client_id, client_secret=self.apple.client_secret()
        )

    def revoke(self, refresh_token):
        url, headers, body = self.client.prepare_token_revocation_request(
            f"{self.base_url}/auth/revoke",
            refresh_token,
            "refresh_token",
            client_id=self.client_id,
            client_secret=self.apple.client_secret(),
        )
        assert self.session.post(url, data=body, headers=headers, withhold_token=True).ok
