"""A sign-in service in Python, as lean as possible: Starlette on uvicorn, one process, one thread, hand-written SQL.

There is nothing between a request and its statements: no models, no dependency injection, no thread pool. Apple's keys
are parsed once. An attempt is signed instead of stored. A refresh token is a signed session id with a counter. So a
sign-in is one transaction and a rotation one statement. `lean_rows.py` has the statements for each engine.
"""

import argparse
import base64
import hashlib
import hmac
import json
import secrets
import time
import urllib.request

import jwt
import uvicorn
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

import lean_rows

AUDIENCE, ISSUER = "com.example.app", "https://appleid.apple.com"
OURS = "http://lean.example"
ATTEMPT_SECONDS, ACCESS_SECONDS, SESSION_SECONDS = 600, 300, 60 * 86_400


class Refused(Exception):
    """A request that is answered with 401."""


class Service:
    def __init__(self, emulator, database):
        self.emulator = emulator
        self.apple_keys = {}
        self.fetch_keys()
        self.signing_key = ec.generate_private_key(ec.SECP256R1())
        self.public_key = self.signing_key.public_key()
        self.secret = secrets.token_bytes(32)
        self.rows = lean_rows.opened(database)

    def fetch_keys(self):
        with urllib.request.urlopen(f"{self.emulator}/auth/keys") as answer:
            self.apple_keys = {key["kid"]: jwt.PyJWK(key).key for key in json.load(answer)["keys"]}

    def sign(self, text):
        return base64.urlsafe_b64encode(hmac.digest(self.secret, text.encode(), "sha256")).decode()

    def signed(self, *parts):
        text = ".".join(parts)
        return f"{text}.{self.sign(text)}"

    def read_signed(self, token):
        text, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature, self.sign(text)):
            raise Refused
        return text.split(".")

    async def begin(self, request):
        nonce = secrets.token_urlsafe(24)
        return answer({"attempt": self.signed("attempt", nonce, str(int(time.time()) + ATTEMPT_SECONDS)), "nonce": nonce})

    async def sign_in(self, request):
        body = json.loads(await request.body())
        kind, nonce, expires_at = self.read_signed(body["attempt"])
        now = int(time.time())
        if kind != "attempt" or int(expires_at) < now:
            raise Refused
        claims = self.verify(body["identity_token"])
        if claims.get("nonce") != hashlib.sha256(nonce.encode()).hexdigest():
            raise Refused
        found = await self.rows.sign_in(nonce, int(expires_at), claims["sub"], claims.get("email"), now + SESSION_SECONDS)
        if found is None:
            raise Refused
        user, session = found
        return self.tokens(user, session, 0, now)

    def verify(self, token):
        key_id = jwt.get_unverified_header(token).get("kid")
        if key_id not in self.apple_keys:
            self.fetch_keys()
        if key_id not in self.apple_keys:
            raise Refused
        return jwt.decode(
            token,
            self.apple_keys[key_id],
            algorithms=["RS256"],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": ["iss", "aud", "exp", "iat", "sub"]},
        )

    async def refresh(self, request):
        kind, session, counter = self.read_signed(json.loads(await request.body())["refresh_token"])
        if kind != "refresh":
            raise Refused
        session, counter, now = int(session), int(counter), int(time.time())
        user = await self.rows.rotate(session, counter, now)
        if user is None:
            # This is not the newest token, so it may be stolen, and the session ends.
            await self.rows.end(session)
            raise Refused
        return self.tokens(user, session, counter + 1, now)

    def tokens(self, user, session, counter, now):
        access = jwt.encode(
            {"iss": OURS, "aud": OURS, "sub": str(user), "sid": session, "iat": now, "exp": now + ACCESS_SECONDS},
            self.signing_key,
            algorithm="ES256",
        )
        return answer(
            {"access_token": access, "expires_in": ACCESS_SECONDS, "refresh_token": self.signed("refresh", str(session), str(counter))}
        )

    async def session(self, request):
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer":
            raise Refused
        claims = jwt.decode(token, self.public_key, algorithms=["ES256"], audience=OURS, issuer=OURS)
        row = await self.rows.find(claims["sid"], int(time.time()))
        if row is None:
            raise Refused
        return answer({"id": row[0], "email": row[1]})


def answer(content, status=200):
    return Response(json.dumps(content), status, media_type="application/json")


async def refuse(request, error):
    return answer({"error": "refused"}, 401)


def application(service):
    return Starlette(
        routes=[
            Route("/attempts", service.begin, methods=["POST"]),
            Route("/sign-in", service.sign_in, methods=["POST"]),
            Route("/refresh", service.refresh, methods=["POST"]),
            Route("/session", service.session),
        ],
        exception_handlers=dict.fromkeys((Refused, jwt.PyJWTError, KeyError, ValueError), refuse),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--emulator", required=True)
    parser.add_argument("--database", required=True)
    options = parser.parse_args()
    uvicorn.run(
        application(Service(options.emulator, options.database)),
        host="127.0.0.1",
        port=options.port,
        loop="uvloop",
        http="httptools",
        log_level="error",
        access_log=False,
    )


if __name__ == "__main__":
    main()
