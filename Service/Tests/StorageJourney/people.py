"""What an app and a browser do to sign somebody in."""
import hashlib
import uuid

NAME = {"first": "Grace", "last": "Hopper"}


class NotServed(Exception):
    """The service said 503: nothing is known about what was asked."""


class Wrong(Exception):
    """An answer that nobody may get."""


class Person:
    """Somebody with an app on a device."""

    def __init__(self, system):
        self.system = system
        self.key = "person-" + uuid.uuid4().hex
        self.email = self.key + "@example.com"
        system.control("people", {"key": self.key, "email": self.email, "name": NAME})
        # Apple tells it once; an app keeps it until the service has taken it.
        self.name = None

    def sign_in(self, connection):
        """From the first request to the last."""
        attempt = served(connection.ask("POST", "/v1/native/attempts", json_body={"client": "app"}), 200).json()
        return self.submit(connection, self.answer_of_apple(attempt))

    def answer_of_apple(self, attempt):
        credential = self.system.control("device/credentials", {
            "person": self.key, "bundle_id": "com.example.app", "scopes": ["name", "email"],
            "nonce": hashlib.sha256(attempt["nonce"].encode()).hexdigest()})
        self.name = credential.get("name") or self.name
        answer = {
            "attempt": attempt["attempt"], "identity_token": credential["identity_token"],
            "code": credential["authorization_code"], "real_user_status": 2}
        if self.name:
            answer["name"] = {"given": self.name["first"], "family": self.name["last"]}
        return answer

    def submit(self, connection, answer):
        return served(connection.ask("POST", "/v1/native/sign-in", json_body=answer), 200).json()

    def web_form(self, connection):
        """Walks to Apple and back in a browser: the form it then posts to us, and its cookies."""
        start = served(connection.ask("GET", "/web/sign-in"), 303)
        form = self.system.control("approvals", {"authorize_url": start.header("location"), "person": self.key})
        return form["fields"] | {"reposted": "1"}, start.cookies


def refresh(connection, token):
    body = {"refresh_token": token, "client": "app"}
    return served(connection.ask("POST", "/v1/sessions/refresh", json_body=body), 200).json()


def account(connection, token):
    return served(connection.ask("GET", "/v1/account", token=token), 200).json()


def served(answer, status):
    if answer.status == 503:
        raise NotServed
    if answer.status != status:
        raise Wrong(f"{answer.status} instead of {status}: {answer.text[:300]}")
    return answer


def cookie_field(cookies):
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
