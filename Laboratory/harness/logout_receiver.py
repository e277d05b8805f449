"""Receives logout tokens, and verifies them with another library than the service's."""

import contextlib
import queue
import time
import urllib.parse
from collections.abc import Callable, Iterable
from typing import Protocol

from joserfc import jwt
from joserfc.jwk import KeySet

from .people import Sends
from .receiver import Receiver
from .shapes import JSONObject
from .waiting import until
from .web import FORM

EVENT = "http://schemas.openid.net/event/backchannel-logout"


class Service(Sends, Protocol):
    url: str


class LogoutReceiver(Receiver):
    """An OpenID client's end of the back channel. `told` holds the claims of each token; `clock` is the service's."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.clock = clock
        self.arrived: queue.Queue[tuple[dict[str, str], bytes, float]] = queue.Queue()
        self.told: list[JSONObject] = []

    def receive(self, headers: dict[str, str], body: bytes) -> None:
        self.arrived.put((headers, body, self.clock()))

    def read(self, system: Service) -> None:
        """Verifies the tokens that have arrived (OpenID Connect Back-Channel Logout section 2.6)."""
        with contextlib.suppress(queue.Empty):
            while True:
                headers, body, arrived_at = self.arrived.get_nowait()
                assert headers["content-type"] == FORM, headers
                ((name, token),) = urllib.parse.parse_qsl(body.decode(), strict_parsing=True)
                assert name == "logout_token", name
                self.told.append(self.verified(token, system, arrived_at))

    def verified(self, token: str, system: Service, now: float) -> JSONObject:
        published = system.send("GET", "/.well-known/jwks.json")
        assert published is not None
        keys = KeySet.import_key_set(published.json)
        found = jwt.decode(token, keys, algorithms=["RS256"])
        assert found.header["typ"] == "logout+jwt", found.header
        required: JSONObject = {name: {"essential": True} for name in ("iss", "aud", "iat", "exp", "sub", "sid", "jti")}
        jwt.JWTClaimsRegistry(now=int(now), **required | {"iss": {"essential": True, "value": system.url}}).validate(found.claims)
        assert found.claims["events"] == {EVENT: {}} and "nonce" not in found.claims, found.claims
        assert found.claims["jti"] not in {earlier["jti"] for earlier in self.told}, "a jti that was used before"
        return found.claims

    def sessions(self, system: Service) -> set[str]:
        """The ids of all sessions whose end was reported."""
        self.read(system)
        return {claims["sid"] for claims in self.told}

    def until_told(self, sessions: Iterable[str], system: Service) -> None:
        wanted = set(sessions)
        until(lambda: wanted <= self.sessions(system), f"the client is told of the end of {len(wanted)} sessions")
