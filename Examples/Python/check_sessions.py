"""Checks access tokens of siwa in another service, without asking siwa each time (Documentation/checking-sessions.md).

    pip install "pyjwt[crypto]"
    [SIWA_KEY=siwa_…] python check_sessions.py ISSUER AUDIENCE [SECONDS] < TOKENS

SIWA_KEY is this service's key at siwa, with the scope operations. Without it, siwa's operator_addresses must name
this machine.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

import jwt


class Refused(Exception):
    """The token is not good: answer 401."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another host, and make a POST a GET. So it is an answer like any other."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def ask(url, body=None, key=None):
    """What siwa answers. A refusal is raised in siwa's own words, which name the scope that the key lacks."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    try:
        request = urllib.request.Request(url, body and json.dumps(body).encode(), headers)
        with opener.open(request, timeout=5) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as refused:
        answer = " ".join(refused.read(1000).decode(errors="replace").split())
        raise RuntimeError(f"{url} was answered {refused.code} {answer}") from None


class SessionChecker:
    def __init__(self, issuer, audience, seconds=30, siwa_key=None):
        self.issuer, self.audience, self.seconds, self.siwa_key = issuer, audience, seconds, siwa_key
        self.keys, self.keys_read_at = {}, None
        self.ended, self.next, self.ended_read_at = {}, None, None

    def check(self, token):
        """The claims of a good token. Anything raised but Refused means that nobody can tell now: log it, answer 503."""
        try:
            header = jwt.get_unverified_header(token)
            if header.get("typ") != "at+jwt":
                raise Refused("not_an_access_token")
            claims = jwt.decode(
                token,
                self.key(header.get("kid")),
                algorithms=["ES256"],
                issuer=self.issuer,
                audience=self.audience,
                options={"require": ["exp", "sub", "sid"], "verify_iat": False},
            )
        except (jwt.PyJWKError, jwt.PyJWKSetError):  # not the token's fault: the keys cannot be read
            raise
        except jwt.PyJWTError as error:
            raise Refused(type(error).__name__) from None
        if self.is_older(self.ended_read_at, self.seconds):
            self.read_ended_sessions()
        if claims["sid"] in self.ended:
            raise Refused("session_ended")
        return claims

    def key(self, kid):
        """Keys are kept five minutes; an unknown kid is looked up at once, but not more often than every `seconds`."""
        if self.is_older(self.keys_read_at, 300 if kid in self.keys else self.seconds):
            published = ask(self.issuer + "/.well-known/jwks.json")
            self.keys = {key.key_id: key for key in jwt.PyJWKSet.from_dict(published).keys}
            self.keys_read_at = time.monotonic()
        if kid not in self.keys:
            raise Refused("unknown_key")
        return self.keys[kid]

    def read_ended_sessions(self):
        more = True
        while more:
            since = f"?since={self.next}" if self.next else ""
            page = ask(self.issuer + "/v1/ended-sessions" + since, key=self.siwa_key)
            self.ended |= {entry["session"]: entry["ended_at"] for entry in page["sessions"]}
            self.next, more = page["next"], page["more"]
        latest = max(self.ended.values(), default=0)  # forget what no token outlives: by siwa's clock, not ours
        self.ended = {sid: at for sid, at in self.ended.items() if at > latest - 20 * 60_000}
        self.ended_read_at = time.monotonic()

    @staticmethod
    def is_older(moment, seconds):
        return moment is None or time.monotonic() - moment >= seconds


if __name__ == "__main__":
    checker = SessionChecker(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:]), siwa_key=os.environ.get("SIWA_KEY"))
    for line in sys.stdin:
        try:
            print("yes", checker.check(line.strip())["sub"], flush=True)
        except Refused as reason:
            print("no", reason, flush=True)
        except Exception as error:
            print("cannot tell", flush=True)
            print(f"cannot tell: {error!r}", file=sys.stderr, flush=True)
