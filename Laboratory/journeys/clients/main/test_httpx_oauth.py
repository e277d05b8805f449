"""httpx-oauth, an asynchronous client, with joserfc, since it cannot verify identity tokens itself."""

import asyncio

import httpx
from httpx_oauth.oauth2 import BaseOAuth2, RefreshTokenError
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from journey import Journey, SignedIn


class TestHttpxOAuth(Journey):
    software = "httpx-oauth, joserfc"
    finds_apple_by = "URLs"
    verified_by = "joserfc"
    refusal = (JoseError, RefreshTokenError)

    def set_up(self):
        self.client = BaseOAuth2(
            self.client_id,
            self.apple.client_secret(),
            f"{self.base_url}/auth/authorize",
            f"{self.base_url}/auth/token",
            f"{self.base_url}/auth/token",
            f"{self.base_url}/auth/revoke",
            base_scopes=["name", "email"],
            token_endpoint_auth_method="client_secret_post",
            revocation_endpoint_auth_method="client_secret_post",
        )

    def begin(self):
        return asyncio.run(
            self.client.get_authorization_url(
                self.return_url, state="state-1", extras_params={"response_mode": "form_post", "nonce": "nonce-1"}
            )
        )

    def finish(self, answer):
        tokens = asyncio.run(self.client.get_access_token(answer["fields"]["code"], self.return_url))
        keys = KeySet.import_key_set(httpx.get(f"{self.base_url}/auth/keys").json())
        token = jwt.decode(tokens["id_token"], keys, algorithms=["RS256"])
        jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self.client_id},
            nonce={"essential": True, "value": "nonce-1"},
            exp={"essential": True},
        ).validate(token.claims)
        return SignedIn(token.claims["sub"], token.claims["email"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        asyncio.run(self.client.refresh_token(refresh_token))

    def revoke(self, refresh_token):
        asyncio.run(self.client.revoke_token(refresh_token, "refresh_token"))
