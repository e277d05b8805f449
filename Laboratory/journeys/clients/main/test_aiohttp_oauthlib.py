"""aiohttp-oauthlib with PyJWT: the counterpart of requests-oauthlib for asynchronous applications."""

import asyncio

import jwt
from aiohttp_oauthlib import OAuth2Session
from oauthlib.oauth2 import InvalidGrantError, WebApplicationClient

from journey import Journey, SignedIn


class TestAiohttpOAuthlib(Journey):
    software = "aiohttp-oauthlib, PyJWT"
    finds_apple_by = "URLs"
    verified_by = "PyJWT"
    return_url = "https://localhost/callback"
    to_allow_http = {"OAUTHLIB_INSECURE_TRANSPORT": "1"}  # allows http in oauthlib
    leaves_to_application = ("nonce",)
    refusal = (jwt.PyJWTError, InvalidGrantError, ValueError)

    def set_up(self):
        self.client = WebApplicationClient(self.client_id)
        self.credentials = {"client_id": self.client_id, "client_secret": self.apple.client_secret()}
        self.keys = jwt.PyJWKClient(f"{self.base_url}/auth/keys")

    def in_session(self, step):
        """Runs a coroutine with a session, which is bound to the event loop that it was created in."""

        async def steps():
            async with OAuth2Session(client=self.client, redirect_uri=self.return_url, scope=["name", "email"]) as session:
                return await step(session)

        return asyncio.run(steps())

    def begin(self):
        async def address(session):
            return session.authorization_url(f"{self.base_url}/auth/authorize", response_mode="form_post", nonce="nonce-1")[0]

        return self.in_session(address)

    def finish(self, answer):
        tokens = self.in_session(
            lambda session: session.fetch_token(
                f"{self.base_url}/auth/token",
                code=answer["fields"]["code"],
                include_client_id=True,
                client_secret=self.credentials["client_secret"],
            )
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
        return SignedIn(claims["sub"], claims["email"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        self.in_session(
            lambda session: session.refresh_token(f"{self.base_url}/auth/token", refresh_token=refresh_token, **self.credentials)
        )

    def revoke(self, refresh_token):
        url, headers, body = self.client.prepare_token_revocation_request(
            f"{self.base_url}/auth/revoke", refresh_token, "refresh_token", **self.credentials
        )

        async def send(session):
            async with session.post(url, data=body, headers=headers, withhold_token=True) as reply:
                assert reply.status == 200

        self.in_session(send)
