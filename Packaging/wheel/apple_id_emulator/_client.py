"""The emulator's control calls as methods."""
from __future__ import annotations

import dataclasses
import json
import socket
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Sequence


class EmulatorError(Exception):
    """The emulator refused a call. `status` is the answer's status, `answer` its JSON."""

    def __init__(self, path: str, status: int, answer: Any) -> None:
        said = answer.get("message") or answer.get("error") if isinstance(answer, dict) else answer
        super().__init__(f"{path}: {status}: {said}")
        self.status, self.answer = status, answer


@dataclasses.dataclass(frozen=True)
class Credential:
    """What Apple gives an app when a person signs in. `name` and `email` come with the first sign-in only."""

    user: str
    identity_token: str
    authorization_code: str
    name: dict[str, str] | None = None
    email: str | None = None
    real_user_status: str | None = None


class SignInCanceled(Exception):
    """The person did not confirm on the sheet. An app gets `ASAuthorizationError.canceled`."""


class Client:
    """Calls to a running emulator. Whatever has no method here can be reached with `call`."""

    base_url: str
    app: str

    def call(self, path: str, body: Any = None, *, method: str | None = None) -> Any:
        """Makes a control call, such as `call("/switches", {"flags_as_text": True})`, and returns the answer's JSON."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self._reachable()}/_emulator{path}", data, {"Content-Type": "application/json"},
            method=method or ("GET" if body is None else "POST"))
        # A proxy of the environment is for other machines.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
            try:
                raise EmulatorError(path, error.code, json.loads(text)) from None
            except ValueError:
                raise EmulatorError(path, error.code, text.decode(errors="replace")) from None
        return json.loads(text) if text else None

    def create_person(
        self, key: str, email: str | None = None, *, first: str | None = None, last: str | None = None, password: str | None = None,
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
        self, person: str, *, app: str | None = None, nonce: str | None = None, scopes: Sequence[str] = ("name", "email"),
        share_email: bool = True, **more: Any,
    ) -> Credential:
        """Signs a person in to an app, as on a device. The nonce is sent as it is: hash it first if your app does.

        With `confirmation="canceled"` or `"failed"` it raises `SignInCanceled`.
        """
        body = {"person": person, "bundle_id": app or self.app, "scopes": list(scopes), "share_email": share_email, **more}
        if nonce is not None:
            body["nonce"] = nonce
        answer = self.call("/device/credentials", body)
        if answer.get("error") == "canceled":
            raise SignInCanceled(f"{answer['domain']} {answer['code']}")
        known = {field.name for field in dataclasses.fields(Credential)}
        return Credential(**{name: value for name, value in answer.items() if name in known})

    def approve(self, authorize_url: str, person: str, *, share_email: bool = True, cancel: bool = False, **more: Any) -> dict:
        """Answers Apple's pages for a person. Send `fields` to `action` with `method`, or open `location`."""
        body = {"authorize_url": authorize_url, "person": person, "share_email": share_email, **more}
        return self.call("/approvals", {**body, "cancel": True} if cancel else body)

    def register_return_url(self, *urls: str, service: str | None = None) -> None:
        """Adds return URLs of a service, by default the example's."""
        self.call("/services", {"id": service or self.service, "primary_app": self.app, "return_urls": list(urls)})

    def stop_using(self, person: str, *, client: str | None = None) -> dict:
        """The person stops using the app. The emulator revokes the tokens and sends the notification `consent-revoked`."""
        return self.call("/account/stop-using", {"person": person, "client": client or self.app})

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
        """Forgets sign-ins, people that were added and everything else that was changed."""
        self.call("/reset", {})

    def _reachable(self) -> str:
        """The base URL, by address if this machine does not resolve names under localhost."""
        parts = urllib.parse.urlsplit(self.base_url)
        try:
            socket.getaddrinfo(parts.hostname, parts.port)
        except socket.gaierror:
            return parts._replace(netloc=f"127.0.0.1:{parts.port}").geturl()
        return self.base_url
