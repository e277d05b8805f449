"""Honest users, each with an app or a browser, and what the service last told them."""

import hashlib
import re
import urllib.parse
from typing import Protocol, Unpack

from .shapes import JSON, JSONObject, Request
from .waiting import until
from .web import Answer

SIGN_IN = "/v1/native/sign-in"
NAME = {"first": "Grace", "last": "Hopper"}


class Sends(Protocol):
    """A service, or a connection to one. Without a complete answer, the first returns None and the second raises."""

    def send(self, method: str, path: str, **more: Unpack[Request]) -> Answer | None: ...


class WithEmulator(Sends, Protocol):
    """A service, and the emulator behind it."""

    def new_person(self) -> str: ...

    @property
    def control(self) -> "Control": ...


class Control(Protocol):
    def __call__(self, path: str, body: JSON = None, method: str | None = None) -> JSON: ...


class Person:
    """A person who signs in through an app, which keeps what the service last sent.

    After a request without an answer, the outcome is unknown. As apps do, it then retries with what it has.
    """

    def __init__(self, system: WithEmulator, key: str | None = None) -> None:
        self.system = system
        self.key = key or system.new_person()
        self.account: str | None = None
        self.access: str | None = None
        self.refresh_token: str | None = None
        self.subject: str | None = None
        # Apple sends the name once. An app keeps it until the service has accepted it.
        self.name: dict[str, str] | None = None
        self.sessions_begun = 0
        self.shares_email = True

    def credential(self, through: Sends | None = None, token: str | None = None, **attempt: JSON) -> JSONObject | Answer | None:
        """Begins an attempt and returns the body of the sign-in request, with what Apple's sheet returned."""
        begun = (through or self.system).send("POST", "/v1/native/attempts", body={"client": "app"} | attempt, token=token)
        if begun is None or begun.status != 200:
            return begun
        found = self.system.control(
            "device/credentials",
            {
                "person": self.key,
                "bundle_id": "com.example.app",
                "scopes": ["name", "email"],
                "nonce": hashlib.sha256(begun.json["nonce"].encode()).hexdigest(),
            }
            | ({} if self.shares_email else {"share_email": False}),
        )
        self.subject = found["user"]
        self.name = found.get("name") or self.name
        return {
            "attempt": begun.json["attempt"],
            "identity_token": found["identity_token"],
            "code": found["authorization_code"],
            "real_user_status": 2,
        } | ({"name": {"given": self.name["first"], "family": self.name["last"]}} if self.name else {})

    def sign_in(self, through: Sends | None = None) -> Answer | None:
        """Signs in, keeps what the service sent, and returns its answer. While an earlier consent is being revoked at
        Apple, an app is told to repeat the request."""
        message = self.credential(through)
        if not isinstance(message, dict):
            return message
        answers = [self.submit(message, through)]

        def is_answered() -> bool:
            last = answers[-1]
            if last is None or last.code != "attempt_under_way":
                return True
            answers.append(self.keep((through or self.system).send("POST", SIGN_IN, body=message)))
            return False

        until(is_answered, "the earlier consent is revoked")
        return answers[-1]

    def submit(self, message: JSON, through: Sends | None = None, token: str | None = None) -> Answer | None:
        """Sends the sign-in request."""
        self.sessions_begun += 1
        answer = self.keep((through or self.system).send("POST", SIGN_IN, body=message, token=token))
        if answer is not None and answer.status == 200:
            self.name = None
        return answer

    def refresh(self) -> Answer | None:
        return self.keep(present(self.system, self.refresh_token))

    def read_account(self) -> Answer | None:
        return self.system.send("GET", "/v1/account", token=self.access)

    def delete_account(self) -> Answer | None:
        return self.system.send("DELETE", "/v1/account", token=self.access)

    def keep(self, answer: Answer | None) -> Answer | None:
        if answer is not None and answer.status == 200:
            said = answer.json
            self.access, self.refresh_token = said["access_token"], said["refresh_token"]
            self.account = said["account"]["id"]
        return answer


def present(through: Sends, refresh_token: str | None) -> Answer | None:
    """Presents a refresh token to the service."""
    return through.send("POST", "/v1/sessions/refresh", body={"refresh_token": refresh_token, "client": "app"})


class Visitor:
    """A person with a browser: its cookies, and the form that Apple's page posts."""

    def __init__(self, system: WithEmulator, key: str | None = None) -> None:
        self.system, self.key = system, key or system.new_person()
        self.cookies: dict[str, str] = {}
        self.form: JSONObject | None = None

    def walk(self) -> Answer | None:
        """Signs in on the web as far as possible, and keeps Apple's form. Returns the last answer, or None."""
        self.form = None
        begun = self.get("/web/sign-in")
        if begun is None or begun.status != 303:
            return begun
        form = self.form = self.approve(begun.headers["Location"])
        return self.post(form)

    def begin(self, through: Sends | None = None) -> str:
        """Opens the sign-in page and returns where it redirects."""
        answer = self.get("/web/sign-in", through)
        assert answer is not None
        return answer.headers["Location"]

    def approve(self, authorize_url: str, cancel: bool = False) -> JSONObject:
        form: JSONObject = self.system.control("approvals", {"authorize_url": authorize_url, "person": self.key, "cancel": cancel})
        return form

    def post(self, form: JSONObject, through: Sends | None = None) -> Answer | None:
        """Sends the second post of the callback, from our own origin and with cookies."""
        return self.keep((through or self.system).send("POST", path_of(form["action"]), form=reposted(form), headers=self.headers()))

    def get(self, path: str, through: Sends | None = None) -> Answer | None:
        return self.keep((through or self.system).send("GET", path, headers=self.headers()))

    def headers(self) -> dict[str, str]:
        found = {"Sec-Fetch-Site": "same-origin"}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return found

    def keep(self, answer: Answer | None) -> Answer | None:
        for cookie in answer.headers.get_all("Set-Cookie", []) if answer else []:
            name, value = cookie.split(";")[0].split("=", 1)
            if re.search(r"max-age=0", cookie, re.IGNORECASE):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def account(self) -> str | None:
        answer = self.get("/v1/account")
        return answer.json["id"] if answer is not None and answer.status == 200 else None


def path_of(url: str) -> str:
    return urllib.parse.urlsplit(url).path


def reposted(form: JSONObject) -> dict[str, str]:
    return {**form["fields"], "reposted": "1"}


def session_cookies(answer: Answer) -> set[str]:
    """The session cookies, without their attributes."""
    return {cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie", []) if cookie.startswith("siwa-session=")}
