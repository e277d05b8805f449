"""oidcauth-py in a FastAPI application, configured by discovery, with back-channel logout."""

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient
from oidcauth import Client, Config, OIDCAuthError
from oidcauth.fastapi import OIDCHandler

from relying_party import HearsOfLogouts, RelyingParty, SignedIn, claims


class TestOidcauth(HearsOfLogouts, RelyingParty):
    software = "oidcauth-py"
    redirect_uri = "https://localhost/callback"
    refusal = OIDCAuthError

    def set_up(self):
        client = Client(
            Config(
                issuer=self.issuer,
                client_id=self.client_id,
                client_secret=self.client_secret,
                redirect_url=self.redirect_uri,
                post_logout_redirect_url=self.goodbye,
                cookie_secret="of this test, and of no other one",
            )
        )
        self.ended = []

        def signed_in(request, result):
            who = result.identity
            return JSONResponse([who.subject, who.email, who.name, who.tokens.id_token, who.tokens.refresh_token])

        def failed(request, error):
            raise error

        pages = OIDCHandler(client, on_success=signed_in, on_error=failed)
        app = FastAPI()
        app.add_api_route("/login", pages.login)
        app.add_api_route("/callback", pages.callback)
        app.add_api_route(
            "/backchannel",
            pages.backchannel_logout(lambda request, token: self.ended.append((token.subject, token.session_id))),
            methods=["POST"],
        )

        @app.post("/refresh")
        async def refresh(request: Request):
            return (await client.refresh((await request.body()).decode())).tokens.refresh_token

        @app.post("/logout")
        async def logout(request: Request):
            return await client.logout_url((await request.body()).decode())

        self.app = app

    @pytest.fixture(autouse=True)
    def _site(self, _client):
        # as a context manager, all requests share one event loop, to which the client's connections are bound
        with TestClient(self.app, base_url="https://localhost", follow_redirects=False) as self.site:
            yield

    def begin(self):
        return self.site.get("/login").headers["location"]

    def finish(self, arrival):
        return SignedIn(*self.site.get("/callback", params=arrival.fields).json())

    def refresh(self, refresh_token):
        return self.site.post("/refresh", content=refresh_token).json()

    def log_out(self, person):
        return self.site.post("/logout", content=person.id_token).json()

    def hear(self, form, person):
        reply = self.site.post("/backchannel", data=form)
        assert reply.status_code < 300, reply.text
        assert self.ended == [(person.subject, claims(person.id_token)["sid"])]
