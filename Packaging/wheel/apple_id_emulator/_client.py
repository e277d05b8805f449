"""The emulator's control calls as methods."""

from __future__ import annotations

import dataclasses
import json
import random
import string
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from typing import Any


class EmulatorError(Exception):
    """The emulator refused a call. `status` is the answer's status, `code` the stable code of the refusal, `answer` its JSON."""

    def __init__(self, path: str, status: int, answer: Any) -> None:
        said = answer.get("message") or answer.get("error") if isinstance(answer, dict) else answer
        super().__init__(f"{path}: {status}: {said}")
        self.status, self.answer = status, answer
        self.code: str | None = answer.get("error") if isinstance(answer, dict) else None


@dataclasses.dataclass(frozen=True)
class Team:
    """A team that was added, with the private key for its client secrets (PEM). `app` is the first of its apps."""

    team_id: str
    key_id: str
    private_key: str
    apps: Sequence[str]

    @property
    def app(self) -> str:
        return self.apps[0]


@dataclasses.dataclass(frozen=True)
class Credential:
    """What Apple gives an app when a person signs in. `name` and `email` come with the first sign-in only."""

    user: str
    identity_token: str
    authorization_code: str
    name: dict[str, str] | None = None
    email: str | None = None
    real_user_status: str | None = None


class SignInFailed(Exception):
    """The sheet gave the app no credential. The message has the domain and the code of the error that it gets."""


class SignInCanceled(SignInFailed):
    """The person did not confirm on the sheet. An app gets `ASAuthorizationError.canceled`."""


class EventsMissed(Exception):
    """More than a thousand events came since the last wait, so the one that was waited for may be among the lost."""


class Client:
    """Calls to a running emulator. Whatever has no method here can be reached with `call`."""

    base_url: str
    app: str
    _control_url: str
    _position: int = 0
    _FILTERS = frozenset({"client_id", "team_id", "person"})

    def call(self, path: str, body: Any = None, *, method: str | None = None) -> Any:
        """Makes a control call, such as `call("/switches", {"flags_as_text": True})`, and returns the answer's JSON."""
        data = None if body is None else json.dumps(body).encode()
        with self._open(path, data, method or ("GET" if body is None else "POST"), timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def _open(self, path: str, data: bytes | None, method: str, timeout: float) -> Any:
        request = urllib.request.Request(f"{self._control_url}/_emulator{path}", data, {"Content-Type": "application/json"}, method=method)
        # A proxy of the environment is for other machines.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            return opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            text = error.read()
            error.close()
            try:
                raise EmulatorError(path, error.code, json.loads(text)) from None
            except ValueError:
                raise EmulatorError(path, error.code, text.decode(errors="replace")) from None

    def wait_for(self, event: str, *, seconds: float = 30, **members: Any) -> dict:
        """Waits, without polling, for an event such as `code_redeemed`, and returns its JSON.

        `members` must be equal in the event, for instance `person="ada"` or `path="/auth/token", status=400`. Events count
        from the last one that a wait returned, or from `mark()` or `reset()`, so that none is lost between two waits.
        Raises `TimeoutError` if it does not come in time.
        """
        end = time.monotonic() + seconds
        query = {"types": event, "count": "1", **{name: members[name] for name in self._FILTERS & members.keys()}}
        while (left := end - time.monotonic()) > 0:
            try:
                found = self._events(query, left)
            except TimeoutError:
                break
            self._position = found[0]["id"]
            if all(found[0].get(name) == value for name, value in members.items()):
                return found[0]
        told = f" {json.dumps(members, separators=(',', ':'), ensure_ascii=False)}" if members else ""
        raise TimeoutError(f"no event {event}{told} within {seconds:g} seconds")

    def events(self, *types: str, **members: Any) -> list[dict]:
        """The events since the last wait, `mark()` or `reset()`, of these types or of all. The next wait begins there, too."""
        found = self._events({"wait": "false", **({"types": ",".join(types)} if types else {})}, 30)
        return [event for event in found if all(event.get(name) == value for name, value in members.items())]

    def mark(self) -> None:
        """Lets the next wait begin here, whatever happened before."""
        with self._open("/events?wait=false", None, "GET", timeout=30) as stream:
            self._position = int(next(line for line in stream if line.startswith(b"id: "))[4:])

    def _events(self, query: dict[str, Any], timeout: float) -> list[dict]:
        """Reads the stream after the position until it ends."""
        path, kind, events = f"/events?since={self._position}&{urllib.parse.urlencode(query)}", b"", []
        with self._open(path, None, "GET", timeout=timeout) as stream:
            for line in stream:
                name, _, value = line.rstrip(b"\n").partition(b": ")
                if name == b"event":
                    kind = value
                elif name == b"data" and kind == b"missed":
                    raise EventsMissed(f"{json.loads(value)['missed']} events are no longer kept")
                elif name == b"data":
                    events.append(json.loads(value))
        return events

    def create_team(self, team_id: str | None = None, apps: Sequence[str] | None = None) -> Team:
        """Adds a team with a key and apps of its own, for tests that run in parallel. What is not given is drawn."""
        team_id = team_id or "".join(random.choices(string.ascii_uppercase + string.digits, k=10))
        apps = list(apps or [f"com.example.{team_id.lower()}"])
        answer = self.call("/teams", {"team_id": team_id, "apps": apps})
        return Team(answer["team_id"], answer["key_id"], answer["private_key"], apps)

    def create_person(
        self,
        key: str,
        email: str | None = None,
        *,
        first: str | None = None,
        last: str | None = None,
        password: str | None = None,
    ) -> str:
        """Adds a person, and returns the key that names the person in other calls."""
        person: dict[str, Any] = {"key": key, "email": email or f"{key}@example.com"}
        name = {part: value for part, value in (("first", first), ("last", last)) if value}
        if name:
            person["name"] = name
        if password:
            person["password"] = password
        self.call("/people", person)
        return key

    def sign_in(
        self,
        person: str,
        *,
        app: str | None = None,
        nonce: str | None = None,
        scopes: Sequence[str] = ("name", "email"),
        share_email: bool = True,
        **more: Any,
    ) -> Credential:
        """Signs a person in to an app, as on a device. The nonce is sent as it is: hash it first if your app does.

        With `confirmation="canceled"` or `"failed"` it raises `SignInCanceled`, and `SignInFailed` if Apple refuses the person.
        """
        body = {"person": person, "bundle_id": app or self.app, "scopes": list(scopes), "share_email": share_email, **more}
        if nonce is not None:
            body["nonce"] = nonce
        answer = self.call("/device/credentials", body)
        if "error" in answer:
            failure = SignInCanceled if answer["error"] == "canceled" else SignInFailed
            raise failure(f"{answer['domain']} {answer['code']}")
        known = {field.name for field in dataclasses.fields(Credential)}
        return Credential(**{name: value for name, value in answer.items() if name in known})

    def approve(self, authorize_url: str, person: str, *, share_email: bool = True, cancel: bool = False, **more: Any) -> dict:
        """Answers Apple's pages for a person. Send `fields` to `action` with `method`, or open `location`."""
        body = {"authorize_url": authorize_url, "person": person, "share_email": share_email, **more}
        return self.call("/approvals", {**body, "cancel": True} if cancel else body)

    def register_return_url(self, *urls: str, service: str | None = None, app: str | None = None) -> None:
        """Adds return URLs of a service, by default the example's. `app` is the app whose consent the service shares."""
        self.call("/services", {"id": service or self.service, "primary_app": app or self.app, "return_urls": list(urls)})

    def stop_using(self, person: str, *, client: str | None = None) -> dict:
        """The person stops using the app. The emulator revokes the tokens and sends the notification `consent-revoked`."""
        return self.call("/account/stop-using", {"person": person, "client": client or self.app})

    def register_email_sources(self, *sources: str, txt: dict[str, str] | None = None) -> None:
        """Lets domains and addresses send mail to relay addresses of the team. `txt` has DNS records, for SPF and DKIM, by name."""
        self.call("/portal/email-sources", {"team_id": self.team_id, "sources": list(sources)})
        for name, text in (txt or {}).items():
            self.call("/dns", {"name": name, "txt": [text]})

    def mailbox(self, person: str) -> list[dict]:
        """The mail that reached a person, the oldest first. The program needs the option `--mail HOST:PORT`; `mail` is where it listens."""
        return self.call(f"/mail?{urllib.parse.urlencode({'person': person, 'state': 'delivered'})}")["messages"]

    def reply(self, message: dict, text: str) -> dict:
        """The person answers a message of the mailbox. Returns what the sender gets."""
        return self.call("/mail/replies", {"message": message["id"], "text": text})

    def set_fault(self, endpoint: str, kind: str, **members: Any) -> dict:
        """Makes an endpoint misbehave, for instance `set_fault("token", "status", status=503, times=2)`."""
        return self.call("/faults", {"endpoint": endpoint, "fault": {"kind": kind, **members}})

    def clear_faults(self) -> None:
        """Removes every fault."""
        self.call("/faults", method="DELETE")

    def advance_clock(self, seconds: int) -> None:
        """Moves the emulator's clock forward."""
        self.call("/clock", {"advance": seconds})

    def log(self, **filters: str) -> list[dict]:
        """The requests so far, each with the reason if it was refused. Filters: client_id, path, cause."""
        query = f"?{urllib.parse.urlencode(filters)}" if filters else ""
        return self.call(f"/log{query}")["entries"]

    def reset(self) -> None:
        """Forgets sign-ins, people that were added and everything else that was changed. Waits begin here."""
        self.call("/reset", {})
        self.mark()
