"""What OpenID Connect and Apple leave to whoever calls a JWT library; the adapters of such libraries share it."""

import base64
import hashlib
import json
import sys
import warnings

warnings.showwarning = lambda *_, **__: None  # about weak keys and old names, a thousand times over


class Refused(Exception):
    """The caller's own refusal."""


def check(case, claims):
    """As a careful caller writes it down from the standard and from Apple's pages."""
    if case["kind"] == "notification":
        check_event(claims)
        return
    if "events" in claims:
        raise Refused("a notification")
    nonce = case["nonce"]
    if nonce is not None:
        expected = nonce["equals"] if "equals" in nonce else hashlib.sha256(nonce["sha256_of"].encode()).hexdigest()
        if "" in nonce.values() or claims.get("nonce") != expected:
            raise Refused("nonce")
    given = case["given"]
    if "code" in given and claims.get("c_hash") != half(given["code"]):
        raise Refused("c_hash")
    if "access_token" in given and "at_hash" in claims and claims["at_hash"] != half(given["access_token"]):
        raise Refused("at_hash")
    if "maximum_age" in case:
        time = claims.get("auth_time")
        if isinstance(time, bool) or not isinstance(time, (int, float)) or not -60 <= case["now"] - time <= case["maximum_age"]:
            raise Refused("auth_time")


def check_event(claims):
    event = claims["events"]
    if isinstance(event, str):
        event = json.loads(event)
    texts = [claims["jti"], event["type"], event["sub"]]
    if not all(isinstance(text, str) and text for text in texts):
        raise Refused("event")
    time = event["event_time"]
    if isinstance(time, bool) or float(time) <= 0:
        raise Refused("event_time")


def half(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).rstrip(b"=").decode()


def answer(verify):
    """Reads cases and writes verdicts; whatever `verify` raises refuses the token."""
    for line in sys.stdin:
        case = json.loads(line)
        try:
            verify(case)
            verdict = {"accept": True}
        except Exception as error:  # a library may raise anything, and a caller has to treat all of it as a refusal
            verdict = {"accept": False, "error": type(error).__name__}
        print(json.dumps({"id": case["id"]} | verdict), flush=True)
