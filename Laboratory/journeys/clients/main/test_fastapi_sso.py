"""fastapi-sso's AppleSSO in a FastAPI application, configured as for Apple except for the proxy and the CA."""

import fastapi
from fastapi.testclient import TestClient
from fastapi_sso.sso.apple import AppleSSO

from journey import Journey, NotSignedIn, SignedIn


class TestFastapiSSO(Journey):
    software = "fastapi-sso"
    under_apples_name = True
    return_url = "https://localhost/callback"
    sends_nonce = False
    accepts = {
        "signature": "it reads the token without verifying it",
        "audience": "as above",
        "expired": "as above",
        "nonce": "it sends no nonce",
    }
    refusal = NotSignedIn

    def set_up(self):
        app = fastapi.FastAPI()
        self.sso = AppleSSO(self.client_id, self.apple.client_secret(), self.return_url)

        @app.get("/login")
        async def login():
            async with self.sso:
                return await self.sso.get_login_redirect()

        @app.post("/callback")
        async def callback(request: fastapi.Request):
            async with self.sso:
                person = await self.sso.verify_and_process(request)
                return {"id": person.id, "email": person.email, "refresh_token": self.sso.refresh_token}

        self.browser = TestClient(app, base_url="https://localhost", follow_redirects=False)

    def begin(self):
        return self.browser.get("/login").headers["location"]

    def finish(self, answer):
        reply = self.browser.post("/callback", data=answer["fields"])
        if reply.status_code != 200:
            raise NotSignedIn(reply.text)
        person = reply.json()
        return SignedIn(person["id"], person["email"], person["refresh_token"])
