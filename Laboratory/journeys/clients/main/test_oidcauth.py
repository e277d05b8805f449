"""oidcauth-py in a FastAPI application, configured by discovery."""

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient
from oidcauth import Client, Config, LoginOptions, OIDCAuthError
from oidcauth.fastapi import OIDCHandler

from journey import Journey, SignedIn


class TestOidcauth(Journey):
    software = "oidcauth-py"
    return_url = "https://localhost/callback"
    refusal = OIDCAuthError

    def set_up(self):
        client = Client(
            Config(
                issuer=self.issuer,
                client_id=self.client_id,
                client_secret=self.apple.client_secret(),
                token_endpoint_auth_method="client_secret_post",
                redirect_url=self.return_url,
                scopes=["openid", "name", "email"],
                cookie_secret="of this test, and of no other one",
                skip_userinfo=True,
            )
        )

        def signed_in(request, result):
            person = result.identity
            return JSONResponse([person.subject, person.email, person.tokens.refresh_token])

        def failed(request, error):
            raise error

        pages = OIDCHandler(
            client, on_success=signed_in, on_error=failed, login_options=lambda request: LoginOptions(response_mode="form_post")
        )
        app = FastAPI()
        app.add_api_route("/login", pages.login)
        app.add_api_route("/callback", pages.callback, methods=["POST"])

        @app.post("/refresh")
        async def refresh(request: Request):
            await client.refresh((await request.body()).decode())

        @app.post("/revoke")
        async def revoke(request: Request):
            await client.revoke((await request.body()).decode(), "refresh_token")

        self.app = app

    @pytest.fixture(autouse=True)
    def _browser(self, _with_emulator):
        # as a context manager, all requests share one event loop, to which the client's connections are bound
        with TestClient(self.app, base_url="https://localhost", follow_redirects=False) as self.browser:
            yield

    def begin(self):
        return self.browser.get("/login").headers["location"]

    def finish(self, answer):
        return SignedIn(*self.browser.post("/callback", data=answer["fields"]).json())

    def refresh(self, refresh_token):
        self.browser.post("/refresh", content=refresh_token)

    def revoke(self, refresh_token):
        self.browser.post("/revoke", content=refresh_token)
