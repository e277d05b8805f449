"""aioauth-client, an asynchronous client, with python-jose, since it cannot verify identity tokens itself."""

import asyncio

import httpx
from aioauth_client import OAuth2Client, OAuthError
from jose import JWTError, jwt

from journey import Journey, NotSignedIn, SignedIn


class TestAioauthClient(Journey):
    software = "aioauth-client, python-jose"
    finds_apple_by = "URLs"
    verified_by = "python-jose"
    leaves_to_application = ("nonce",)
    refusal = (JWTError, OAuthError, NotSignedIn)

    def client(self):
        return OAuth2Client(
            self.client_id,
            self.apple.client_secret(),
            authorize_url=f"{self.base_url}/auth/authorize",
            access_token_url=f"{self.base_url}/auth/token",
            redirect_uri=self.return_url,
            scope="name email",
            response_mode="form_post",
        )

    def begin(self):
        return self.client().get_authorize_url(state="state-1", nonce="nonce-1")

    def finish(self, answer):
        _, tokens = asyncio.run(self._ask(answer["fields"]["code"]))
        keys = httpx.get(f"{self.base_url}/auth/keys").json()
        claims = jwt.decode(
            tokens["id_token"], keys, algorithms=["RS256"], audience=self.client_id, issuer=self.issuer, access_token=tokens["access_token"]
        )
        if claims.get("nonce") != "nonce-1":
            raise NotSignedIn("nonce")
        return SignedIn(claims["sub"], claims["email"], tokens["refresh_token"])

    async def _ask(self, code, **form):
        return await self.client().get_access_token(code, **form)

    def refresh(self, refresh_token):
        asyncio.run(self._ask(refresh_token, grant_type="refresh_token"))
