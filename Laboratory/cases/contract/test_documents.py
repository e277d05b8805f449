"""The OpenAPI documents are valid, and their examples are what the service takes and answers."""

import datetime
import hashlib

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

import documents
from harness.people import NAME, Person


@pytest.mark.parametrize("name", documents.NAMES)
def test_a_document_is_valid(name):
    validate(documents.read(name))


@pytest.mark.parametrize("name", documents.NAMES)
def test_an_example_fits_its_schema_and_has_no_undeclared_member(name):
    document = documents.read(name)
    for place, node in documents.examples(document):
        faults = Draft202012Validator(documents.closed(document, node["schema"])).iter_errors(node["example"])
        assert not [fault.message for fault in faults], place


class Examples:
    """Sends the example of each operation with live values, and compares the answer with the example of the answer."""

    def __init__(self, system):
        self.system, self.played = system, set()
        self.document = documents.read(documents.SERVICE)
        self.operations = documents.operations(self.document)

    def play(self, name, /, token=None, query="", **live):
        """Returns the JSON of the answer."""
        method, path, operation = self.operations[name]
        request = documents.content(self.document, operation.get("requestBody", {}))
        body = request["example"] if request else None
        assert set(live) <= set(body or {}), f"{name} has no example of {live}"
        status, answer = next(iter(operation["responses"].items()))
        reply = self.system.send(method, path + query, body=body and body | live, token=token)
        assert reply.status == int(status), f"{name} was answered {reply}"
        expected = documents.content(self.document, answer)
        if expected:
            assert documents.form(reply.json) == documents.form(expected["example"]), name
        self.played.add(name)
        return reply.json

    def with_examples(self):
        """The operations whose own request or answer has an example."""
        return {name for name, (_, _, operation) in self.operations.items() if list(documents.examples(operation))}


def handle_of_a_held_person(system):
    """A new person of whom the device is not sure, and the handle of their refusal."""
    begun = system.send("POST", "/v1/native/attempts", body={"client": "app"}).json
    found = system.control(
        "device/credentials",
        {
            "person": system.new_person(),
            "bundle_id": "com.example.app",
            "scopes": ["name", "email"],
            "real_user_status": 1,
            "nonce": hashlib.sha256(begun["nonce"].encode()).hexdigest(),
        },
    )
    refused = system.send(
        "POST",
        "/v1/native/sign-in",
        body={
            "attempt": begun["attempt"],
            "identity_token": found["identity_token"],
            "code": found["authorization_code"],
            "name": {"given": NAME["first"], "family": NAME["last"]},
        },
    )
    assert refused.code == "proof_required", refused
    return refused.json["handle"]


def test_the_examples_are_what_the_service_takes_and_answers(system):
    examples, person = Examples(system), Person(system)
    examples.play("beginNativeSignIn")
    message = person.credential()
    session = examples.play("completeNativeSignIn", **message)
    session = examples.play("refreshSession", refresh_token=session["refresh_token"])
    access, account = session["access_token"], session["account"]["id"]
    examples.play("listSessions", token=access)
    examples.play("readAccount", token=access)
    examples.play("renameAccount", token=access)
    key = system.key("accounts:read", "accounts:write", "link", "operations", "numbers:read", "numbers:write", "mail", "mail:send")
    examples.play("nameAccount", token=key, account=account)
    examples.play("readBackendAccount", token=key, query=f"?account={account}")
    examples.play("issueLinkTicket", token=key)
    examples.play("endSession", token=access)
    examples.play("listEndedSessions", token=key)
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    examples.play("reportOtherLogins", token=key, day=today)
    examples.play("reportMail", token=key, account=account)
    examples.play("sendMail", token=key, account=account)
    examples.play("readNumbers", token=key, query="?measures=registration&by=provider,platform")
    for decision in ("acceptHeldSignIn", "rejectHeldSignIn"):
        handle = handle_of_a_held_person(system)
        examples.play("readHeldSignIn", token=key, handle=handle)
        examples.play(decision, token=key, handle=handle)
    person.sign_in()
    examples.play("deleteAccount", token=person.access)
    assert examples.played >= examples.with_examples() and len(examples.played) >= 10


def test_the_example_of_a_refusal_is_a_refusal_of_the_service(system):
    document = documents.read(documents.SERVICE)
    example = documents.content(document, document["components"]["responses"]["Refused"])["example"]
    reply = system.send("GET", "/v1/account")
    assert reply.json["error"] == example["error"] and reply.json["message"] == example["message"]
    assert documents.form(reply.json) == documents.form(example)


def test_the_example_of_an_event_is_an_event_of_the_service(system, deletion_of):
    person, key = Person(system), system.key("accounts:write")
    person.sign_in()
    system.backend(key, "/v1/accounts/name", {"account": person.account, "external_id": "4712"})
    person.delete_account()
    operation = documents.operations(documents.read(documents.EVENTS))["takeAccountEvent"][2]
    example = operation["requestBody"]["content"]["application/json"]["example"]
    headers, event = deletion_of(person.account)
    assert documents.form(event) == documents.form(example)
    assert {parameter["name"] for parameter in operation["parameters"]} <= set(headers)
