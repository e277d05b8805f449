"""The examples of Documentation/checking-sessions.md, in every language, with the real service."""

import json
import os
import select
import subprocess
import time

import jwt

from harness.keys import base64url, new_key
from harness.people import Person
from harness.system import running
from harness.waiting import PATIENCE, until


class Checker:
    """The other service as a process: reads tokens and writes answers."""

    def __init__(self, program, system, seconds=1, audience=None, key=None, errors=None):
        self.process = subprocess.Popen(
            [str(part) for part in [*program, system.url, audience or system.url, seconds]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            bufsize=1,
            env=os.environ | ({"SIWA_KEY": key} if key else {}),
        )

    def check(self, token):
        self.process.stdin.write(token + "\n")
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        assert ready, "no answer"
        return self.process.stdout.readline().strip()

    def until(self, token, answer):
        """Checks the token repeatedly until the answer is the expected one."""
        until(lambda: self.check(token) == answer, answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()


def test_a_good_token_passes_and_an_ended_session_does_not(program, system):
    one, two = system.sign_in(), system.sign_in()
    yes = "yes " + one["account"]["id"]
    with Checker(program, system) as checker, Checker(program, system, seconds=3600) as slow:
        for session in (one, two):
            assert checker.check(session["access_token"]) == slow.check(session["access_token"]) == yes
        assert system.send("POST", "/v1/sessions/end", token=one["access_token"]).status == 204
        checker.until(one["access_token"], "no session_ended")
        assert checker.check(two["access_token"]) == yes
        # Only the list of ended sessions reveals it: a service that has not read the list again still accepts the
        # token.
        assert slow.check(one["access_token"]) == yes
    with Checker(program, system, seconds=3600) as late:
        assert late.check(one["access_token"]) == "no session_ended"


def test_what_is_not_an_access_token_for_this_service_does_not_pass(program, system):
    session = system.sign_in()
    token = session["access_token"]
    header, payload, signature = token.split(".")

    def encoded(part):
        return base64url(json.dumps(part).encode())

    claims = jwt.decode(token, options={"verify_signature": False})
    kid = jwt.get_unverified_header(token)["kid"]
    stranger = new_key()

    def forged(changed, **head):
        return jwt.encode(claims | changed, stranger, "ES256", {"typ": "at+jwt", "kid": kid} | head)

    bad = [
        "",
        "x",
        "a.b.c",
        session["refresh_token"],
        session["apple"],
        header + "." + payload + ".",
        header + "." + encoded(claims | {"exp": claims["exp"] + 1}) + "." + signature,
        forged({}),
        forged({}, kid="nobody"),
        forged({}, typ="JWT"),
        encoded({"alg": "none", "typ": "at+jwt", "kid": kid}) + "." + payload + ".",
        jwt.encode(claims, "secret-secret-secret-secret-secret-", "HS256", {"typ": "at+jwt", "kid": kid}),
    ]
    with Checker(program, system) as checker, Checker(program, system, audience="https://other.example") as other:
        for text in bad:
            assert checker.check(text).startswith("no "), text
        assert checker.check(token).startswith("yes ")
        assert other.check(token).startswith("no ")


def test_keys_that_change_refuse_nobody(program, system):
    person = Person(system, "ada")
    person.sign_in()
    yes = "yes " + person.account
    old = person.access
    with Checker(program, system) as checker:
        assert checker.check(old) == yes
        # A key signs ten minutes after its creation. This one is dated so that it signs in two seconds.
        kid = system.add_signing_key(int(time.time()) - 598)
        seen = set()

        def signs():
            person.refresh()
            seen.update(key["kid"] for key in system.send("GET", "/.well-known/jwks.json").json["keys"])
            assert checker.check(old) == yes
            return jwt.get_unverified_header(person.access)["kid"] == kid

        until(signs, "the new key signs")
        assert {jwt.get_unverified_header(old)["kid"], kid} <= seen
        # The program's copy of the keys may lack the new one. It fetches them again, here at most once per second.
        checker.until(person.access, yes)
        assert checker.check(old) == yes


def test_nobody_to_ask_is_not_a_no(program, system):
    session = system.sign_in()

    class Elsewhere:
        url = "http://localhost:9"

    with Checker(program, Elsewhere) as checker:
        assert checker.check(session["access_token"]) == "cannot tell"


def test_a_service_whose_address_is_no_operators_sends_a_key(program, tmp_path):
    with running(tmp_path, operator_addresses=["203.0.113.7"]) as system, (tmp_path / "errors").open("w") as errors:
        session = system.sign_in()
        with (
            Checker(program, system) as stranger,
            Checker(program, system, key=system.key("operations")) as known,
            Checker(program, system, key=system.key("accounts:read"), errors=errors) as other,
        ):
            assert stranger.check(session["access_token"]) == other.check(session["access_token"]) == "cannot tell"
            assert known.check(session["access_token"]) == "yes " + session["account"]["id"]
            assert system.send("POST", "/v1/sessions/end", token=session["access_token"]).status == 204
            known.until(session["access_token"], "no session_ended")
        assert "lacks the scope operations" in (tmp_path / "errors").read_text()
