"""aiohttp-oauthlib with PyJWT: the counterpart of requests-oauthlib for asynchronous applications."""

import asyncio

import jwt
from aiohttp import BasicAuth
from aiohttp_oauthlib import OAuth2Session
from oauthlib.oauth2 import WebApplicationClient

from relying_party import RelyingParty, SignedIn


class TestAiohttpOAuthlib(RelyingParty):
    software = "aiohttp-oauthlib, PyJWT"
    settings = "`code_challenge` and `code_verifier`, made by oauthlib's client"
    finds_siwa_by = "URLs"
    verified_by = "PyJWT"

    def set_up(self):
        self.client = WebApplicationClient(self.client_id)
        self.verifier = self.client.create_code_verifier(64)
        self.challenge = self.client.create_code_challenge(self.verifier, "S256")
        self.keys = jwt.PyJWKClient(f"{self.issuer}/.well-known/jwks.json")

    def in_session(self, step):
        """Runs a coroutine with a session, which is bound to the event loop that it was created in."""

        async def steps():
            async with OAuth2Session(
                client=self.client, redirect_uri=self.redirect_uri, scope=["openid", "profile", "email"], trust_env=True
            ) as session:
                return await step(session)

        return asyncio.run(steps())

    def begin(self):
        async def address(session):
            return session.authorization_url(
                f"{self.issuer}/oauth/authorize", nonce="nonce-1", code_challenge=self.challenge, code_challenge_method="S256"
            )[0]

        return self.in_session(address)

    def finish(self, arrival):
        async def exchange(session):
            tokens = await session.fetch_token(
                f"{self.issuer}/oauth/token", code=arrival.fields["code"], client_secret=self.client_secret, code_verifier=self.verifier
            )
            async with session.get(f"{self.issuer}/oauth/userinfo") as reply:
                return tokens, await reply.json()

        tokens, person = self.in_session(exchange)
        claims = jwt.decode(
            tokens["id_token"], self.keys.get_signing_key_from_jwt(tokens["id_token"]), audience=self.client_id, issuer=self.issuer
        )
        assert (claims["nonce"], claims["sub"]) == ("nonce-1", person["sub"])
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        return self.in_session(
            lambda session: session.refresh_token(
                f"{self.issuer}/oauth/token", refresh_token=refresh_token, auth=BasicAuth(self.client_id, self.client_secret)
            )
        )["refresh_token"]
