"""aioauth-client, an asynchronous client, with python-jose, since it cannot verify ID tokens itself."""

import asyncio

import httpx
from aioauth_client import OAuth2Client
from jose import jwt

from relying_party import RelyingParty, SignedIn


class TestAioauthClient(RelyingParty):
    software = "aioauth-client, python-jose"
    finds_siwa_by = "URLs"
    settings = "the application chooses the key by `kid`, because python-jose fails at a key of another type in the set"
    verified_by = "python-jose"
    pkce = False
    at_siwa = {"pkce": "optional"}
    authentication = "client_secret_post"

    def set_up(self):
        self.client = OAuth2Client(
            self.client_id,
            self.client_secret,
            authorize_url=f"{self.issuer}/oauth/authorize",
            access_token_url=f"{self.issuer}/oauth/token",
            redirect_uri=self.redirect_uri,
            scope="openid profile email",
        )

    def begin(self):
        return self.client.get_authorize_url(state="state-1", nonce="nonce-1")

    def finish(self, arrival):
        async def exchange():
            _, tokens = await self.client.get_access_token(arrival.fields["code"])
            return tokens, await self.client.request("GET", f"{self.issuer}/oauth/userinfo")

        tokens, person = asyncio.run(exchange())
        wanted = jwt.get_unverified_header(tokens["id_token"])["kid"]
        keys = httpx.get(f"{self.issuer}/.well-known/jwks.json").json()["keys"]
        claims = jwt.decode(
            tokens["id_token"],
            next(key for key in keys if key["kid"] == wanted),
            algorithms=["RS256", "ES256"],
            audience=self.client_id,
            issuer=self.issuer,
            access_token=tokens["access_token"],
        )
        assert (claims["nonce"], claims["sub"]) == ("nonce-1", person["sub"])
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        _, tokens = asyncio.run(self.client.get_access_token(refresh_token, grant_type="refresh_token"))
        return tokens["refresh_token"]
