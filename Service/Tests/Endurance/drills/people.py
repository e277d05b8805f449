"""Honest people: each with an app, what the service told them, and what they therefore believe."""
import hashlib
import re
import urllib.parse


class Person:
    """Somebody who signs in through an app and keeps what the service last told them.

    A request without an answer leaves them in doubt; they then do what apps do, and try again with what they hold.
    """

    def __init__(self, system, key=None):
        self.system = system
        self.key = key or system.new_person()
        self.account = self.access = self.refresh_token = self.subject = None
        self.sessions_begun = 0

    def credential(self, token=None, **attempt):
        """An attempt, and what Apple's sheet gives for it: the whole last request of a sign-in."""
        begun = self.system.send("POST", "/v1/native/attempts", body={"client": "app"} | attempt, token=token)
        if begun is None or begun.status != 200:
            return begun
        found = self.system.apple("device/credentials", {
            "person": self.key, "bundle_id": "com.example.app", "scopes": ["name", "email"],
            "nonce": hashlib.sha256(begun.json["nonce"].encode()).hexdigest()})
        self.subject = found["user"]
        name = found.get("name")
        return {
            "attempt": begun.json["attempt"], "identity_token": found["identity_token"],
            "code": found["authorization_code"], "real_user_status": 2,
        } | ({"name": {"given": name["first"], "family": name["last"]}} if name else {})

    def signs_in(self):
        """The answer to the last request of a sign-in; what it says is kept."""
        message = self.credential()
        return self.submits(message) if isinstance(message, dict) else message

    def submits(self, message):
        """The last request of a sign-in."""
        self.sessions_begun += 1
        return self.keep(self.system.send("POST", "/v1/native/sign-in", body=message))

    def refreshes(self):
        return self.keep(self.system.send(
            "POST", "/v1/sessions/refresh", body={"refresh_token": self.refresh_token, "client": "app"}))

    def reads_account(self):
        return self.system.send("GET", "/v1/account", token=self.access)

    def deletes(self):
        return self.system.send("DELETE", "/v1/account", token=self.access)

    def keep(self, answer):
        if answer is not None and answer.status == 200:
            said = answer.json
            self.access, self.refresh_token = said["access_token"], said["refresh_token"]
            self.account = said["account"]["id"]
        return answer


class Visitor:
    """Somebody with a browser: cookies, and the form that Apple's page posts."""

    def __init__(self, system, key=None):
        self.system, self.key, self.cookies = system, key or system.new_person(), {}
        self.form = None

    def walks(self):
        """From our page to Apple's and back, as far as it goes; None where no answer came. Keeps Apple's form."""
        self.form = None
        begun = self.get("/web/sign-in")
        if begun is None or begun.status != 303:
            return begun
        self.form = self.approves(begun.fields["Location"])
        return self.posts(self.form)

    def begins(self):
        """Opens the sign-in page and tells where it leads."""
        return self.get("/web/sign-in").fields["Location"]

    def approves(self, authorize_url, cancel=False):
        return self.system.apple("approvals", {"authorize_url": authorize_url, "person": self.key, "cancel": cancel})

    def posts(self, form):
        """The second post of the callback, from our own origin, with cookies."""
        return self.keep(self.system.send(
            "POST", path_of(form["action"]), form=reposted(form), headers=self.fields()))

    def get(self, path):
        return self.keep(self.system.send("GET", path, headers=self.fields()))

    def fields(self):
        found = {"Sec-Fetch-Site": "same-origin"}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return found

    def keep(self, answer):
        for cookie in answer.fields.get_all("Set-Cookie", []) if answer else []:
            name, value = cookie.split(";")[0].split("=", 1)
            if re.search(r"max-age=0", cookie, re.IGNORECASE):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def account(self):
        answer = self.get("/v1/account")
        return answer.json["id"] if answer is not None and answer.status == 200 else None


def path_of(url):
    return urllib.parse.urlsplit(url).path


def reposted(form):
    return form["fields"] | {"reposted": "1"}


def sets_session(answer):
    return any(cookie.startswith("siwa-session=") for cookie in answer.fields.get_all("Set-Cookie", []))
