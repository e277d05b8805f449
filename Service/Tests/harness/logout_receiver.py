"""Receives logout tokens, and verifies them with another library than the service's."""
import contextlib
import queue
import time
import urllib.parse

from joserfc import jwt
from joserfc.jwk import KeySet

from .receiver import Receiver
from .waiting import until
from .web import FORM

EVENT = "http://schemas.openid.net/event/backchannel-logout"


class LogoutReceiver(Receiver):
    """An OpenID client's end of the back channel. `told` holds the claims of each token; `clock` is the service's."""

    def __init__(self, clock=time.time):
        super().__init__()
        self.clock, self.told = clock, []

    def receive(self, headers, body):
        self.got.put((headers, body, self.clock()))

    def read(self, system):
        """Verifies the tokens that have arrived (OpenID Connect Back-Channel Logout section 2.6)."""
        with contextlib.suppress(queue.Empty):
            while True:
                headers, body, arrived_at = self.got.get_nowait()
                assert headers["content-type"] == FORM, headers
                (name, token), = urllib.parse.parse_qsl(body.decode(), strict_parsing=True)
                assert name == "logout_token", name
                self.told.append(self.verified(token, system, arrived_at))

    def verified(self, token, system, now):
        keys = KeySet.import_key_set(system.send("GET", "/.well-known/jwks.json").json)
        found = jwt.decode(token, keys, algorithms=["RS256"])
        assert found.header["typ"] == "logout+jwt", found.header
        required = {name: {"essential": True} for name in ("iss", "aud", "iat", "exp", "sub", "sid", "jti")}
        jwt.JWTClaimsRegistry(
            now=int(now), **required | {"iss": {"essential": True, "value": system.url}}).validate(found.claims)
        assert found.claims["events"] == {EVENT: {}} and "nonce" not in found.claims, found.claims
        assert found.claims["jti"] not in {earlier["jti"] for earlier in self.told}, "a jti that was used before"
        return found.claims

    def sessions(self, system):
        """The ids of all sessions whose end was reported."""
        self.read(system)
        return {claims["sid"] for claims in self.told}

    def until_told(self, sessions, system):
        wanted = set(sessions)
        until(lambda: wanted <= self.sessions(system), f"the client is told of the end of {len(wanted)} sessions")
