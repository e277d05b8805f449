"""fastapi-sso in a FastAPI application. It asks for userinfo and does not read the ID token."""

import fastapi
import httpx
from fastapi.testclient import TestClient
from fastapi_sso.sso.base import OpenID
from fastapi_sso.sso.generic import create_provider

from relying_party import RelyingParty, SignedIn


class TestFastapiSSO(RelyingParty):
    software = "fastapi-sso"
    settings = "`uses_pkce` in a subclass; a function of the application that turns userinfo into the client's `OpenID`"
    verified_by = "nobody"

    def set_up(self):
        def person(claims, session):
            return OpenID(id=claims["sub"], email=claims["email"], display_name=claims["name"])

        class Siwa(
            create_provider(
                name="siwa",
                default_scope=["openid", "profile", "email"],
                response_convertor=person,
                discovery_document=httpx.get(f"{self.issuer}/.well-known/openid-configuration").json(),
            )
        ):
            uses_pkce = True

        app = fastapi.FastAPI()
        sso = Siwa(self.client_id, self.client_secret, self.redirect_uri)

        @app.get("/login")
        async def login():
            async with sso:
                return await sso.get_login_redirect()

        @app.get("/callback")
        async def callback(request: fastapi.Request):
            async with sso:
                person = await sso.verify_and_process(request)
                return [person.id, person.email, person.display_name, sso.id_token, sso.refresh_token]

        self.site = TestClient(app, base_url="https://app.example", follow_redirects=False)

    def begin(self):
        return self.site.get("/login").headers["location"]

    def finish(self, arrival):
        return SignedIn(*self.site.get("/callback", params=arrival.fields).json())
