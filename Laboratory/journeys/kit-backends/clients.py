"""People with an app, whose requests are those of the vendors' own clients."""

import hashlib
import itertools
import json
import secrets
import urllib.parse

import auth0
import firebase
import supabase
from harness import web

NUMBERS = itertools.count(1)


class Person:
    """A person with an app, which uses one played server."""

    def __init__(self, running, server):
        self.running, self.server, self.key = running, server, f"person-{next(NUMBERS)}"
        self.email = f"{self.key}@example.com"
        running.emulator.control("people", {"key": self.key, "email": self.email, "name": {"first": "Grace", "last": "Hopper"}})

    def credential(self, bundle_id="com.example.app"):
        """Apple's answer, and the raw nonce."""
        nonce = secrets.token_urlsafe(24)
        found = self.running.emulator.control(
            "device/credentials",
            {"person": self.key, "bundle_id": bundle_id, "scopes": ["name", "email"], "nonce": hashlib.sha256(nonce.encode()).hexdigest()},
        )
        return found | {"nonce": nonce}

    def send(self, method, path, **more):
        return web.send(self.server.port, method, path, **more)

    def control(self, call, **body):
        answer = self.send("POST", f"/_played/{call}", body=body)
        assert answer.status == 204, answer

    def state(self):
        return self.send("GET", "/_played/state").json

    def credential_state(self, credential):
        return self.running.emulator.control(f"device/state?bundle_id=com.example.app&user={credential['user']}")["state"]


class SupabasePerson(Person):
    headers = {"apikey": supabase.KEY}

    def __init__(self, running):
        super().__init__(running, running.supabase)

    def auth(self, method, path, version=None, **more):
        headers = self.headers | ({"X-Supabase-Api-Version": version} if version else {})
        return self.send(method, f"/auth/v1/{path}", headers=headers, **more)

    def submit(self, credential, **changed):
        return self.auth(
            "POST",
            "token?grant_type=id_token",
            body={"provider": "apple", "id_token": credential["identity_token"], "nonce": credential["nonce"]} | changed,
        )

    def sign_in(self):
        answer = self.submit(self.credential())
        assert answer.status == 200, answer.body
        return answer.json

    def refresh(self, token, **more):
        return self.auth("POST", "token?grant_type=refresh_token", body={"refresh_token": token}, **more)


class FirebasePerson(Person):
    def __init__(self, running):
        super().__init__(running, running.firebase)

    def call(self, path, body, key=firebase.KEY):
        return self.send("POST", f"{path}?key={key}", body=body)

    def submit(self, credential, name=None, **changed):
        post_body = {"providerId": "apple.com", "id_token": credential["identity_token"], "nonce": credential["nonce"]}
        if name:
            post_body["user"] = json.dumps({"name": name})
        return self.call(
            "/v1/accounts:signInWithIdp",
            {
                "postBody": urllib.parse.urlencode(post_body | changed),
                "requestUri": "http://localhost",
                "returnSecureToken": True,
                "returnIdpCredential": True,
            },
        )

    def sign_in(self):
        answer = self.submit(self.credential())
        assert answer.status == 200, answer.body
        return answer.json

    def refresh(self, token):
        return self.send("POST", f"/v1/token?key={firebase.KEY}", form={"grant_type": "refresh_token", "refresh_token": token})


class Auth0Person(Person):
    def __init__(self, running):
        super().__init__(running, running.auth0)

    def credential(self, nonce=None, bundle_id="com.example.app"):
        """Apple's answer to a request without a nonce."""
        return self.running.emulator.control(
            "device/credentials", {"person": self.key, "bundle_id": bundle_id, "scopes": ["name", "email"], "nonce": nonce}
        )

    def token(self, **body):
        return self.send("POST", "/oauth/token", body={"client_id": auth0.CLIENT} | body)

    def submit(self, credential, name=None, **changed):
        profile = {"user_profile": json.dumps({"name": name})} if name else {}
        return self.token(
            **{
                "grant_type": auth0.EXCHANGE,
                "subject_token_type": auth0.APPLE_CODE,
                "subject_token": credential["authorization_code"],
                "audience": auth0.AUDIENCE,
                "scope": "openid profile email offline_access",
            }
            | profile
            | changed
        )

    def sign_in(self):
        answer = self.submit(self.credential())
        assert answer.status == 200, answer.body
        return answer.json

    def refresh(self, token):
        return self.token(grant_type="refresh_token", refresh_token=token)

    def delete_account(self, session):
        return self.send("DELETE", "/account", token=session["access_token"])


class OwnPerson(Person):
    def __init__(self, running):
        super().__init__(running, running.own_server)

    def submit(self, credential, **changed):
        return self.send(
            "POST",
            "/sign-in",
            body={
                "identityToken": credential["identity_token"],
                "nonce": credential["nonce"],
                "code": credential["authorization_code"],
                "name": {"given": "Grace", "family": "Hopper"},
            }
            | changed,
        )
