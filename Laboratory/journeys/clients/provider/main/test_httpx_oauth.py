"""httpx-oauth's OpenID client with joserfc, since it cannot verify ID tokens itself."""

import asyncio
import base64
import hashlib
import secrets

import httpx
from httpx_oauth.clients.openid import OpenID
from joserfc import jwt
from joserfc.jwk import KeySet

from relying_party import RelyingParty, SignedIn


class TestHttpxOAuth(RelyingParty):
    software = "httpx-oauth, joserfc"
    settings = "`base_scopes` with `profile` for the name; the application makes `code_challenge` and `code_verifier`"
    verified_by = "joserfc"

    def set_up(self):
        self.client = OpenID(
            self.client_id,
            self.client_secret,
            f"{self.issuer}/.well-known/openid-configuration",
            base_scopes=["openid", "profile", "email"],
        )
        self.verifier = secrets.token_urlsafe(48)

    def begin(self):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        return asyncio.run(
            self.client.get_authorization_url(
                self.redirect_uri,
                state="state-1",
                code_challenge=challenge,
                code_challenge_method="S256",
                extras_params={"nonce": "nonce-1"},
            )
        )

    def finish(self, arrival):
        tokens = asyncio.run(self.client.get_access_token(arrival.fields["code"], self.redirect_uri, self.verifier))
        keys = KeySet.import_key_set(httpx.get(self.client.openid_configuration["jwks_uri"]).json())
        token = jwt.decode(tokens["id_token"], keys, algorithms=self.client.openid_configuration["id_token_signing_alg_values_supported"])
        jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self.client_id},
            nonce={"essential": True, "value": "nonce-1"},
            exp={"essential": True},
        ).validate(token.claims)
        person = asyncio.run(self.client.get_profile(tokens["access_token"]))
        assert person["sub"] == token.claims["sub"]
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        return asyncio.run(self.client.refresh_token(refresh_token))["refresh_token"]
