"""Kinto with its plugin for OpenID Connect. The test acts as the browser and as the application that stores records."""

import base64
import json
import urllib.parse

import kinto
import pyramid.request

from relying_party import RelyingParty, SignedIn

BASE = "https://records.example"
CALLBACK = "http://localhost:3000/#tokens="  # where the application in the browser takes the tokens


class TestKinto(RelyingParty):
    software = "kinto"
    settings = "a lower `verification_ttl_seconds`, because Kinto believes a token for a day"
    at_siwa = {"pkce": "optional"}
    pkce = False
    authentication = "client_secret_post"
    verified_by = "nobody"
    redirect_uri = f"{BASE}/v1/openid/siwa/token"

    def set_up(self):
        policy = "multiauth.policy.siwa."
        self.site = kinto.main(
            {},
            **{
                "userid_hmac_secret": "of this test",
                "includes": "kinto.plugins.openid",
                "multiauth.policies": "siwa",
                "cache_backend": "kinto.core.cache.memory",
                "storage_backend": "kinto.core.storage.memory",
                "permission_backend": "kinto.core.permission.memory",
                policy + "use": "kinto.plugins.openid.OpenIDConnectPolicy",
                policy + "issuer": self.issuer,
                policy + "client_id": self.client_id,
                policy + "client_secret": self.client_secret,
                policy + "verification_ttl_seconds": "60",
            },
        )

    def get(self, path, query=None, headers=None):
        url = f"{path}?{urllib.parse.urlencode(query)}" if query else path
        return pyramid.request.Request.blank(url, base_url=BASE, headers=headers).get_response(self.site)

    def begin(self):
        return self.get("/v1/openid/siwa/login", {"callback": CALLBACK, "scope": "openid email profile"}).location

    def finish(self, arrival):
        answer = self.get("/v1/openid/siwa/token", arrival.fields)
        tokens = json.loads(base64.b64decode(urllib.parse.unquote(answer.location.removeprefix(CALLBACK))))
        user = self.get("/v1/", headers={"Authorization": f"Bearer {tokens['access_token']}"}).json["user"]
        assert user["id"] == f"siwa:{user['profile']['sub']}"
        person = user["profile"]
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def test_tells_the_application_that_a_person_cancelled_in_words_for_people(self):
        cancelled = self.browser.open(self.begin(), cancels=True)
        answer = self.get("/v1/openid/siwa/token", cancelled.fields)
        told = dict(urllib.parse.parse_qsl(answer.location.removeprefix(CALLBACK)))
        assert told["error"] == "access_denied"
        assert told["error_description"].startswith("The sign-in was cancelled, or this account cannot be used here.")
