"""New people who are held by the running service, and a backend that decides about them by the handle."""

import hashlib
import re

import pytest

from harness.people import NAME, Person, Visitor
from harness.system import running
from harness.waiting import until
from harness.web import at_once

PROOF = "https://shop.example.com/prove"
POLICY = {"unknown": "ask", "web": "ask", "proof_url": PROOF}


@pytest.fixture(params=[1, 2], ids=["one service", "two services"])
def system(request, tmp_path):
    with running(tmp_path, services=request.param, rate_limits={"per_minute": 0}, real_person=POLICY) as system:
        system.key_of_backend = system.key("accounts:read", "accounts:write")
        yield system


def answer_of(system, key, status=1):
    """The request of an app whose device reports this real-user status."""
    begun = system.send("POST", "/v1/native/attempts", body={"client": "app"}).json
    found = system.control(
        "device/credentials",
        {
            "person": key,
            "bundle_id": "com.example.app",
            "scopes": ["name", "email"],
            "real_user_status": status,
            "nonce": hashlib.sha256(begun["nonce"].encode()).hexdigest(),
        },
    )
    name = found.get("name")
    return {"attempt": begun["attempt"], "identity_token": found["identity_token"], "code": found["authorization_code"]} | (
        {"name": {"given": name["first"], "family": name["last"]}} if name else {}
    )


def hold(system, key):
    """Signs a new person in who is held. Returns the app's request and the handle."""
    message = answer_of(system, key)
    refused = system.send("POST", "/v1/native/sign-in", body=message)
    assert (refused.status, refused.json["error"]) == (403, "proof_required"), refused
    assert 590 < refused.json["expires_in"] <= 600
    return message, refused.json["handle"]


def decide(system, handle, decision="accept", place=0):
    return system.connect(place).send("POST", f"/v1/accounts/held/{decision}", body={"handle": handle}, token=system.key_of_backend)


def test_a_person_in_an_app_is_refused_proven_and_in_with_the_name(system):
    message, handle = hold(system, system.new_person())
    found = system.backend(system.key_of_backend, "/v1/accounts/held", {"handle": handle})
    assert found["account"]["name"] == {"given": NAME["first"], "family": NAME["last"]}
    assert (found["client"], found["platform"], found["real_user_status"]) == ("app", "native", 1)
    assert found["is_waiting"] and "disabled_at" in found
    assert decide(system, handle).status == 204
    again = system.send("POST", "/v1/native/sign-in", body=message)
    assert again.status == 200 and again.json["account"] == found["account"]
    decided = system.backend(system.key_of_backend, "/v1/accounts/held", {"handle": handle})
    assert not decided["is_waiting"] and "disabled_at" not in decided


def test_a_person_of_whom_the_device_is_sure_is_not_held(system):
    person = Person(system)
    assert person.submit(answer_of(system, person.key, status=2)).status == 200


def test_64_acceptances_at_once_open_the_account_once(system):
    message, handle = hold(system, system.new_person())
    places = len(system.ports)

    def accept(place):
        """Asks again while the service says so: two services on one file wait five seconds at most for each other."""
        return until(lambda: (answer := decide(system, handle, place=place)).status != 503 and answer, "an answer")

    answers = at_once([lambda place=number % places: accept(place) for number in range(64)])
    codes = sorted(answer.status for answer in answers)
    assert codes == [204] + [409] * 63
    assert {answer.json["error"] for answer in answers if answer.status == 409} == {"held_sign_in_decided"}
    sessions = at_once([lambda: system.connect().send("POST", "/v1/native/sign-in", body=message)] * 16)
    accounts = {session.json["account"]["id"] for session in sessions if session.status == 200}
    assert len(accounts) == 1
    history = system.command("accounts", "history", accounts.pop())
    assert history.stdout.count("person_accepted") == 1


@pytest.mark.parametrize("waits", [True, False], ids=["by the same answer", "by a new sign-in"])
def test_a_kill_between_acceptance_and_session_loses_nobody(system, waits):
    key = system.new_person()
    message, handle = hold(system, key)
    assert decide(system, handle).status == 204
    system.service.kill()
    system.start()
    later = message if waits else answer_of(system, key)
    session = system.send("POST", "/v1/native/sign-in", body=later)
    assert session.status == 200
    assert session.json["account"]["name"] == {"given": NAME["first"], "family": NAME["last"]}


def test_a_rejected_person_stays_out(system):
    key = system.new_person()
    message, handle = hold(system, key)
    assert decide(system, handle, "reject").status == 204
    assert decide(system, handle).json["error"] == "held_sign_in_decided"
    for later in (message, answer_of(system, key, status=2)):
        refused = system.send("POST", "/v1/native/sign-in", body=later)
        assert (refused.status, refused.json["error"]) == (403, "account_disabled"), refused


def test_a_newer_sign_in_voids_the_handle(system):
    key = system.new_person()
    _, first = hold(system, key)
    message, second = hold(system, key)
    assert decide(system, first).json["error"] == "held_sign_in_over"
    assert decide(system, second).status == 204
    assert system.send("POST", "/v1/native/sign-in", body=message).status == 200


def test_a_browser_waits_proves_and_is_in(system):
    visitor = Visitor(system)
    held = visitor.walk()
    assert (held.status, held.headers["Location"]) == (303, "/web/waiting")
    page = visitor.get("/web/waiting")
    assert page.status == 200
    html = page.body.decode()
    action, handle = re.search(r'action="([^"]+)"><input type="hidden" name="handle" value="([^"]+)"', html).groups()
    assert action == PROOF and handle not in visitor.cookies.values()
    stranger = Visitor(system)
    stranger.cookies["siwa-waiting"] = handle
    assert decide(system, handle).status == 204
    assert stranger.get("/web/waiting").status == 410
    assert visitor.get("/web/waiting").status == 303
    assert visitor.account() is not None and "siwa-waiting" not in visitor.cookies
