"""Tests a server's sign-in with the emulator of Apple: `pytest test_sign_in.py`.

Needs pytest, pyjwt and cryptography, and apple-id-emulator in PATH. The emulator picks a free port, so all that the test
knows of it is what the first line says. `loopback_url` is reached from every machine, whatever names that machine knows.
"""

import hashlib
import json
import pathlib
import subprocess
import time
import urllib.parse
import urllib.request

import jwt
import pytest


@pytest.fixture(scope="session")
def apple(tmp_path_factory):
    """What the emulator says of itself."""
    command = ["apple-id-emulator", "--listen", "idp.localhost:0", "--keys-in", tmp_path_factory.mktemp("keys")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as emulator:
        try:
            yield json.loads(emulator.stdout.readline())
        finally:
            emulator.terminate()


def control(apple, path, **body):
    """A control call: it plays the person and their phone."""
    request = urllib.request.Request(
        f"{apple['loopback_url']}/_emulator/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


# What your server does. In your own test, send the phone's answer to your server instead.


def verified(apple, identity_token, nonce):
    """The claims of Apple's identity token."""
    key = jwt.PyJWKClient(apple["loopback_url"] + "/auth/keys").get_signing_key_from_jwt(identity_token)
    claims = jwt.decode(identity_token, key.key, algorithms=["RS256"], audience=apple["app"], issuer=apple["issuer"])
    assert claims["nonce"] == hashlib.sha256(nonce.encode()).hexdigest()
    return claims


def exchanged(apple, code):
    """Apple's tokens for the code, with a secret that the team's key has signed."""
    now = int(time.time())
    secret = jwt.encode(
        {"iss": apple["team_id"], "sub": apple["app"], "aud": apple["issuer"], "iat": now, "exp": now + 300},
        pathlib.Path(apple["key_file"]).read_text(),
        algorithm="ES256",
        headers={"kid": apple["key_id"]},
    )
    form = {"client_id": apple["app"], "client_secret": secret, "grant_type": "authorization_code", "code": code}
    with urllib.request.urlopen(apple["loopback_url"] + "/auth/token", urllib.parse.urlencode(form).encode()) as reply:
        return json.load(reply)


def test_a_person_signs_in(apple):
    control(apple, "people", key="grace", email="grace@example.com", name={"first": "Grace", "last": "Hopper"})
    nonce = "a nonce of your server"
    phone = control(
        apple,
        "device/credentials",
        person="grace",
        bundle_id=apple["app"],
        scopes=["name", "email"],
        nonce=hashlib.sha256(nonce.encode()).hexdigest(),
    )

    claims = verified(apple, phone["identity_token"], nonce)
    assert claims["sub"] == phone["user"] and claims["email"] == "grace@example.com"
    assert phone["name"] == {"first": "Grace", "last": "Hopper"}
    assert exchanged(apple, phone["authorization_code"])["refresh_token"]
