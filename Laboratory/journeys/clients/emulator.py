"""The built emulator, for the tests of clients."""

import json
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

import harness.emulator
from harness.emulator import KEY, TEAM, WEB
from harness.keys import base64url, new_key, pem

APPLE, OTHER = "https://appleid.apple.com", "com.example.other"
PEOPLE = {"maya": {"email": "maya@example.com", "password": "maya-password", "name": {"first": "Maya", "last": "Lindqvist"}}}


class Emulator(harness.emulator.Emulator):
    """A running `apple-id-emulator` with two web clients of one team, and one person, Maya."""

    def __init__(self, folder, issuer=None, tls=False):
        """With `tls`, its certificate is also for Apple's name, under which some clients call it."""
        self._key = new_key()
        self.private_key = pem(self._key).decode()
        return_urls = {client: ["https://app.example/callback"] for client in (WEB, OTHER)}
        options = ["--issuer", issuer] if issuer else []
        if tls:
            options += ["--tls-name", "appleid.apple.com"]
        super().__init__(
            folder,
            harness.emulator.one_team(folder, return_urls, PEOPLE, self._key),
            "localhost:0",
            [*options, "--allow-apple-issuer"] if options else [],
            tls,
        )

    def post(self, path, **form):
        """Posts a form to one of Apple's endpoints and returns (status, JSON or None)."""
        form = {"client_id": WEB, "client_secret": self.client_secret(form.get("client_id", WEB))} | form
        answer = self.send("POST", path, form=form)
        return answer.status, answer.json

    def begin(self, *return_urls):
        """Resets the emulator and registers these return URLs for both clients."""
        self.control("reset", {})
        self.control("faults", method="DELETE")
        self.clear_log()
        for client in (WEB, OTHER):
            self.control("services", {"id": client, "primary_app": "com.example.app", "return_urls": list(return_urls)})

    def client_secret(self, client=WEB, lifetime=3600):
        """The ES256 token that Apple requires as a client secret, made without a JWT library."""
        now = int(time.time())
        header = {"alg": "ES256", "kid": KEY}
        payload = {"iss": TEAM, "iat": now, "exp": now + lifetime, "aud": APPLE, "sub": client}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, payload))
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    def approve(self, authorize_url, **choices):
        """Signs Maya in at this address and returns what her browser would send to the client."""
        url = urllib.parse.quote(authorize_url, safe="%/:?#&=+,;@!$'()*~[]")  # as a browser would send it
        return self.control("approvals", {"authorize_url": url, "person": "maya", "share_email": False, **choices})

    def token_answers(self):
        """The token endpoint's answers in this test: for each request the error, or None."""
        return [entry.get("error") for entry in self.log("/auth/token")]

    def person_as_known_here(self):
        """Maya's subject and relay address for this team, as the emulator reports them."""
        maya = next(person for person in self.control("snapshot")["people"] if person["key"] == "maya")
        known = maya["known_to_teams_as"][TEAM]
        return known["sub"], known["relay_address"]

    # Wrong answers: tokens that the emulator signed for another purpose, or with a replaced signature.

    def answer_wrongly(self, kind, return_url, nonce):
        """Lets the next exchange return an identity token with exactly one mistake, or none (`nothing`)."""
        answer = self._stray_answer(kind, return_url, nonce)
        self.control(
            "faults",
            {
                "endpoint": "token",
                "fault": {
                    "kind": "status",
                    "status": 200,
                    "times": 1,
                    "body": json.dumps(answer),
                    "content_type": "application/json;charset=UTF-8",
                },
            },
        )

    def _stray_answer(self, kind, return_url, nonce):
        client = OTHER if kind == "audience" else WEB
        if kind == "expired":
            self.control("clock", {"advance": -3 * 86_400})
        parameters = {
            "client_id": client,
            "redirect_uri": return_url,
            "response_type": "code",
            "response_mode": "form_post",
            "scope": "name email",
            "nonce": "another" if kind == "nonce" else nonce,
        }
        approved = self.approve(f"{self.url}/auth/authorize?{urllib.parse.urlencode(parameters)}")
        status, answer = self.post(
            "/auth/token", client_id=client, grant_type="authorization_code", code=approved["fields"]["code"], redirect_uri=return_url
        )
        if kind == "expired":
            self.control("clock", {"advance": 3 * 86_400})
        assert status == 200, answer
        if kind == "signature":
            answer["id_token"] = signed_by_a_stranger(answer["id_token"])
        return answer


def signed_by_a_stranger(token):
    """The token with a signature by another key. Header and claims are unchanged, so `kid` names Apple's key."""
    signed = token.rpartition(".")[0]
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return f"{signed}.{base64url(stranger.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))}"
