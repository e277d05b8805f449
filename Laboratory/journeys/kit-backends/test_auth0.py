"""The played Auth0 answers as its documentation, its clients and their users say."""

import pytest

from clients import Auth0Person
from harness.keys import part
from running import OTHER_APP

NAME = {"firstName": "Grace", "lastName": "Hopper"}


def refusal(answer):
    return answer.status, answer.json["error"], answer.json["error_description"]


def test_auth0_exchanges_apples_code_for_a_session(running):
    person = Auth0Person(running)
    credential = person.credential()
    session = person.submit(credential, NAME).json
    assert set(session) == {"access_token", "refresh_token", "id_token", "scope", "expires_in", "token_type"}
    claims = part(session["id_token"], 1)
    assert claims["sub"] == "apple|" + credential["user"] and claims["email"] == person.email
    assert [claims[name] for name in ("given_name", "family_name", "name")] == ["Grace", "Hopper", "Grace Hopper"]
    again = part(person.sign_in()["id_token"], 1)  # without a name
    assert (again["sub"], again["name"]) == (claims["sub"], "Grace Hopper")


def test_auth0_accepts_a_code_once(running):
    person = Auth0Person(running)
    credential = person.credential()
    assert person.submit(credential).status == 200
    assert refusal(person.submit(credential)) == (403, "invalid_grant", "Invalid authorization code")


@pytest.mark.parametrize(
    "change, expected",
    [
        ({"subject_token": "another"}, (403, "invalid_grant")),
        ({"subject_token_type": "urn:ietf:params:oauth:token-type:id_token"}, (403, "unauthorized_client")),
        ({"grant_type": "password"}, (403, "unauthorized_client")),
        ({"client_id": "another"}, (401, "invalid_client")),
    ],
)
def test_auth0_refuses_what_is_wrong_in_a_sign_in(running, change, expected):
    person = Auth0Person(running)
    credential = person.credential()
    assert refusal(person.submit(credential, **change))[:2] == expected
    assert person.submit(credential).status == 200


def test_auth0_refuses_an_answer_of_apple_with_a_nonce(running):
    person = Auth0Person(running)
    answer = person.submit(person.credential(nonce="0" * 64))
    assert refusal(answer)[::2] == (400, "Error from Apple connection.")


def test_auth0_refuses_a_code_for_another_app(running):
    person = Auth0Person(running)
    assert refusal(person.submit(person.credential(bundle_id=OTHER_APP)))[1] == "invalid_grant"


def test_auth0_gives_a_refresh_token_only_to_who_asks_for_it(running):
    person = Auth0Person(running)
    assert "refresh_token" not in person.submit(person.credential(), scope="openid").json


def test_auth0_rotates_refresh_tokens_and_repeats_a_lost_answer_within_the_overlap(running):
    person = Auth0Person(running)
    first = person.sign_in()["refresh_token"]
    assert first != person.refresh(first).json["refresh_token"]
    third = person.refresh(first).json["refresh_token"]
    assert person.refresh(third).status == 200


def test_auth0_ends_the_session_when_an_old_refresh_token_comes_back(running):
    person = Auth0Person(running)
    first = person.sign_in()["refresh_token"]
    second = person.refresh(first).json["refresh_token"]
    person.control("advance", seconds=31)
    for token in (first, second):
        assert refusal(person.refresh(token)) == (403, "invalid_grant", "Unknown or invalid refresh token.")


def test_auth0_ends_a_session_on_request(running):
    person = Auth0Person(running)
    here, there = person.sign_in(), person.sign_in()
    revocation = {"client_id": "played-client", "token": here["refresh_token"]}
    assert person.send("POST", "/oauth/revoke", body=revocation).status == 200
    assert [person.refresh(session["refresh_token"]).status for session in (here, there)] == [403, 200]


def test_a_server_of_ones_own_deletes_the_account_and_ends_apples_permission(running):
    person = Auth0Person(running)
    credential = person.credential()
    session = person.submit(credential).json
    person.control("expire")
    assert person.delete_account(session).status == 401
    session = person.refresh(session["refresh_token"]).json
    assert person.credential_state(credential) == "authorized"
    assert person.delete_account(session).json == {"by_hand": None}
    assert person.credential_state(credential) == "revoked"
    assert "doesn't exist anymore" in person.refresh(session["refresh_token"]).json["error_description"]
