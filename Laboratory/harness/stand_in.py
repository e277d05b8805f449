"""A stand-in for the service, for what the service itself never does: it signs tokens that are wrong, and fails."""

import collections
import hashlib
import hmac
import http.server
import json
import threading
import time
import urllib.parse
from collections.abc import Callable, Mapping
from typing import Self, TypeAlias

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from .keys import base64url, new_key
from .shapes import JSON, JSONObject

Sign: TypeAlias = Callable[[bytes], bytes]


class StandIn:
    """Publishes a key and ended sessions, and signs tokens with the key.

    `answers` maps a path to the answers still to come: a status with JSON, bytes as they are, or the location of a
    redirect. The last one stays. `asked` holds the targets of all requests, `said` the JSON of those that had a body.
    """

    def __init__(self) -> None:
        self.key, self.kid = new_key(), "key-1"
        self.asked: list[str] = []
        self.said: list[JSON] = []
        self.answers: dict[str, list[tuple[int, JSON]]] = {"/.well-known/jwks.json": [(200, {"keys": [self.public_key()]})]}
        self.end({})
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                stand_in.asked.append(self.path)
                is_json = "json" in (self.headers["content-type"] or "")
                stand_in.said += [json.loads(body)] if body and is_json else []
                waiting = stand_in.answers.get(urllib.parse.urlsplit(self.path).path, [(404, None)])
                status, message = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                body = message if isinstance(message, bytes) else json.dumps(message).encode()
                self.send_response(status)
                if 300 <= status < 400 and message:
                    self.send_header("location", message)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def count(self, path: str) -> int:
        """How often somebody asked for this path."""
        return collections.Counter(urllib.parse.urlsplit(target).path for target in self.asked)[path]

    def public_key(self, key: ec.EllipticCurvePrivateKey | None = None, **more: JSON) -> JSONObject:
        """A public key as the key set has it."""
        numbers = (key or self.key).public_key().public_numbers()
        return {
            "kty": "EC",
            "crv": "P-256",
            "alg": "ES256",
            "use": "sig",
            "kid": self.kid,
            "x": base64url(numbers.x.to_bytes(32)),
            "y": base64url(numbers.y.to_bytes(32)),
        } | more

    def end(self, *pages: Mapping[str, int]) -> None:
        """Publishes the ended sessions, each with its time in milliseconds, page by page."""
        last = len(pages) - 1
        self.answers["/v1/ended-sessions"] = [
            (
                200,
                {
                    "sessions": [{"session": session, "ended_at": at} for session, at in page.items()],
                    "next": str(place),
                    "more": place < last,
                },
            )
            for place, page in enumerate(pages)
        ]

    def token(self, header: JSONObject | None = None, claims: JSONObject | None = None, sign: Sign | None = None) -> str:
        """A good token, except for what is given. None leaves a member out. `sign` makes the signature."""
        now = int(time.time())
        header = {"typ": "at+jwt", "alg": "ES256", "kid": self.kid} | (header or {})
        claims = {
            "iss": self.url,
            "aud": self.url,
            "sub": "account-1",
            "sid": "session-1",
            "client_id": "app",
            "iat": now,
            "exp": now + 300,
        } | (claims or {})
        parts = [{name: value for name, value in part.items() if value is not None} for part in (header, claims)]
        signed = ".".join(base64url(json.dumps(part).encode()) for part in parts)
        return signed + "." + base64url((sign or es256(self.key))(signed.encode()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def es256(key: ec.EllipticCurvePrivateKey, size: int = 32) -> Sign:
    """Signs as ES256: r and s, 32 bytes each. A key on a larger curve has larger numbers."""

    def sign(octets: bytes) -> bytes:
        r, s = utils.decode_dss_signature(key.sign(octets, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(size) + s.to_bytes(size)

    return sign


def hs256(secret: bytes) -> Sign:
    return lambda octets: hmac.new(secret, octets, hashlib.sha256).digest()
