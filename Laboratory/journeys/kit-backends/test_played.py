"""The played servers answer as the documentation and the sources of the real ones say."""

import hashlib

import pytest

from clients import Auth0Person, FirebasePerson, OwnPerson, SupabasePerson
from harness.keys import part
from running import OTHER_APP


def refusal(answer):
    """The status, and what Firebase's clients compare."""
    return answer.status, answer.json["error"]["message"].split(":")[0].strip()


# Supabase


def test_supabase_signs_in_and_returns_a_session(running):
    person = SupabasePerson(running)
    credential = person.credential()
    session = person.submit(credential).json
    assert set(session) == {"access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user"}
    assert (session["token_type"], session["expires_in"]) == ("bearer", 3600)
    assert session["user"]["email"] == person.email and session["user"]["user_metadata"]["sub"] == credential["user"]
    assert part(session["access_token"], 1)["sub"] == session["user"]["id"]
    assert person.auth("GET", "user", token=session["access_token"]).json == session["user"]


def test_supabase_accepts_the_same_answer_of_apple_again(running):
    person = SupabasePerson(running)
    credential = person.credential()
    assert person.submit(credential).json["user"]["id"] == person.submit(credential).json["user"]["id"]


@pytest.mark.parametrize(
    "change, error, description",
    [
        ({"nonce": "another"}, "invalid nonce", "Nonces mismatch"),
        ({"nonce": ""}, "invalid request", "Passed nonce and nonce in id_token should either both exist or not."),
        ({"id_token": "x.y.z"}, "invalid request", "Bad ID token"),
    ],
)
def test_supabase_refuses_what_is_wrong_in_a_sign_in(running, change, error, description):
    person = SupabasePerson(running)
    answer = person.submit(person.credential(), **change)
    assert (answer.status, answer.json) == (400, {"error": error, "error_description": description})


def test_supabase_refuses_the_hashed_nonce(running):
    person = SupabasePerson(running)
    credential = person.credential()
    hashed = hashlib.sha256(credential["nonce"].encode()).hexdigest()
    assert person.submit(credential, nonce=hashed).json["error"] == "invalid nonce"


def test_supabase_refuses_a_token_for_another_app(running):
    person = SupabasePerson(running)
    answer = person.submit(person.credential(OTHER_APP))
    assert answer.json["error_description"] == f"Unacceptable audience in id_token: [{OTHER_APP}]"


def test_supabase_refuses_a_changed_signature(running):
    person = SupabasePerson(running)
    credential = person.credential()
    other = person.credential()["identity_token"].split(".")[2]
    forged = credential["identity_token"].rsplit(".", 1)[0] + "." + other
    assert person.submit(credential, id_token=forged).json["error_description"] == "Bad ID token"


def test_supabase_demands_the_api_key(running):
    person = SupabasePerson(running)
    person.headers = {}
    assert person.submit(person.credential()).json["message"] == "No API key found in request"
    person.headers = {"apikey": "another"}
    assert person.submit(person.credential()).json["message"] == "Invalid API key"


def test_supabase_keeps_the_name_that_the_app_puts_there(running):
    person = SupabasePerson(running)
    token = person.sign_in()["access_token"]
    answer = person.auth("PUT", "user", token=token, body={"data": {"full_name": "Grace Hopper"}})
    assert answer.status == 200 and answer.json["user_metadata"]["full_name"] == "Grace Hopper"
    assert person.sign_in()["user"]["user_metadata"]["full_name"] == "Grace Hopper"


def test_supabase_rotates_refresh_tokens_and_repeats_a_lost_answer(running):
    person = SupabasePerson(running)
    first = person.sign_in()["refresh_token"]
    second = person.refresh(first).json["refresh_token"]
    assert second != first
    person.control("advance", seconds=600)  # the token before the last may be repeated at any time
    assert person.refresh(first).json["refresh_token"] == second


def test_supabase_ends_the_session_when_an_old_refresh_token_comes_back(running):
    person = SupabasePerson(running)
    first = person.sign_in()["refresh_token"]
    session = person.refresh(person.refresh(first).json["refresh_token"]).json
    assert person.refresh(first).status == 200  # within the reuse interval
    person.control("advance", seconds=11)
    answer = person.refresh(first)
    assert (answer.status, answer.json["code"], answer.json["error_code"]) == (400, 400, "refresh_token_already_used")
    assert person.refresh(session["refresh_token"]).json["error_code"] == "refresh_token_not_found"
    answer = person.auth("GET", "user", token=session["access_token"])
    assert (answer.status, answer.json["error_code"]) == (403, "session_not_found")


def test_supabase_names_errors_as_the_api_version_wants(running):
    person = SupabasePerson(running)
    unknown = "a" * 12
    assert set(person.refresh(unknown).json) == {"code", "error_code", "msg"}
    answer = person.refresh(unknown, version="2024-01-01")
    assert set(answer.json) == {"code", "message"} and answer.json["code"] == "refresh_token_not_found"
    assert answer.headers["X-Supabase-Api-Version"] == "2024-01-01"
    assert person.refresh("short").json["error_code"] == "validation_failed"


def test_supabase_refuses_an_expired_access_token(running):
    person = SupabasePerson(running)
    session = person.sign_in()
    person.control("expire")
    answer = person.auth("GET", "user", token=session["access_token"])
    assert (answer.status, answer.json["error_code"]) == (403, "bad_jwt")
    renewed = person.refresh(session["refresh_token"]).json
    assert person.auth("GET", "user", token=renewed["access_token"]).status == 200


def test_supabase_signs_out_on_this_device_only(running):
    person = SupabasePerson(running)
    here, there = person.sign_in(), person.sign_in()
    assert person.auth("POST", "logout?scope=local", token=here["access_token"]).status == 204
    assert person.refresh(here["refresh_token"]).json["error_code"] == "refresh_token_not_found"
    assert person.refresh(there["refresh_token"]).status == 200


def test_supabase_deletes_the_account_in_an_edge_function(running):
    person = SupabasePerson(running)
    session, credential = person.sign_in(), person.credential()
    assert person.credential_state(credential) == "authorized"
    answer = person.send(
        "POST",
        "/functions/v1/delete-account",
        token=session["access_token"],
        headers=person.headers,
        body={"code": credential["authorization_code"]},
    )
    assert (answer.status, answer.body) == (204, b"")
    assert person.credential_state(credential) == "revoked"
    answer = person.auth("GET", "user", token=session["access_token"])
    assert (answer.status, answer.json["error_code"]) == (403, "user_not_found")
    assert person.refresh(session["refresh_token"]).json["error_code"] == "refresh_token_not_found"


# Firebase


def test_firebase_signs_in_and_returns_tokens(running):
    person = FirebasePerson(running)
    credential = person.credential()
    answer = person.submit(credential, name={"firstName": "Grace", "lastName": "Hopper"}).json
    assert answer["expiresIn"] == "3600" and answer["isNewUser"] and answer["email"] == person.email
    assert answer["displayName"] == "Grace Hopper"
    assert part(answer["idToken"], 1)["user_id"] == answer["localId"]
    [user] = person.call("/v1/accounts:lookup", {"idToken": answer["idToken"]}).json["users"]
    assert (user["localId"], user["displayName"]) == (answer["localId"], "Grace Hopper")
    assert user["providerUserInfo"][0]["rawId"] == credential["user"]
    again = person.sign_in()
    assert again["localId"] == answer["localId"] and "isNewUser" not in again


def test_firebase_accepts_an_answer_of_apple_once(running):
    person = FirebasePerson(running)
    credential = person.credential()
    assert person.submit(credential).status == 200
    answer = person.submit(credential)
    assert refusal(answer) == (400, "MISSING_OR_INVALID_NONCE") and "Duplicate credential" in answer.json["error"]["message"]


@pytest.mark.parametrize(
    "change, code",
    [
        ({"nonce": "another"}, "MISSING_OR_INVALID_NONCE"),
        ({"nonce": ""}, "MISSING_OR_INVALID_NONCE"),
        ({"id_token": "x.y.z"}, "INVALID_IDP_RESPONSE"),
        ({"providerId": "google.com"}, "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
    ],
)
def test_firebase_refuses_what_is_wrong_in_a_sign_in(running, change, code):
    person = FirebasePerson(running)
    credential = person.credential()
    answer = person.submit(credential, **change)
    assert refusal(answer) == (400, code)
    assert answer.json["error"]["errors"] == [{"message": answer.json["error"]["message"], "domain": "global", "reason": "invalid"}]
    assert person.submit(credential).status == 200  # a refused attempt does not spend the token


def test_firebase_refuses_a_token_for_another_app(running):
    person = FirebasePerson(running)
    assert person.submit(person.credential(OTHER_APP)).json["error"]["message"] == (
        f"INVALID_IDP_RESPONSE : The audience in ID Token [{OTHER_APP}] does not match the expected audience com.example.app."
    )


def test_firebase_demands_the_api_key(running):
    person = FirebasePerson(running)
    assert person.send("POST", "/v1/accounts:lookup", body={}).json["error"]["status"] == "PERMISSION_DENIED"
    assert "API key not valid" in person.call("/v1/accounts:lookup", {}, key="another").json["error"]["message"]


def test_firebase_renews_with_the_same_refresh_token(running):
    person = FirebasePerson(running)
    session = person.sign_in()
    person.control("expire")
    assert refusal(person.call("/v1/accounts:lookup", {"idToken": session["idToken"]})) == (400, "INVALID_ID_TOKEN")
    renewed = person.refresh(session["refreshToken"]).json
    assert set(renewed) == {"access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id", "project_id"}
    assert (renewed["refresh_token"], renewed["expires_in"]) == (session["refreshToken"], "3600")
    assert person.call("/v1/accounts:lookup", {"idToken": renewed["id_token"]}).status == 200
    # as Firebase's own client sends it, through the path that it uses for an emulator
    own = person.call("/securetoken.googleapis.com/v1/token", {"grantType": "refresh_token", "refreshToken": session["refreshToken"]})
    assert own.status == 200


def test_firebase_says_that_a_session_has_ended(running):
    person = FirebasePerson(running)
    session = person.sign_in()
    assert refusal(person.refresh("another")) == (400, "INVALID_REFRESH_TOKEN")
    person.control("expire", what="sessions")
    answer = person.refresh(session["refreshToken"])
    assert answer.json == {"error": {"code": 400, "message": "TOKEN_EXPIRED", "status": "INVALID_ARGUMENT"}}
    assert refusal(person.call("/v1/accounts:lookup", {"idToken": session["idToken"]})) == (400, "TOKEN_EXPIRED")
    assert person.refresh(person.sign_in()["refreshToken"]).status == 200


def test_firebase_changes_the_display_name(running):
    person = FirebasePerson(running)
    token = person.sign_in()["idToken"]
    answer = person.call("/v1/accounts:update", {"idToken": token, "displayName": "Ada", "returnSecureToken": True}).json
    assert answer["displayName"] == "Ada" and answer["expiresIn"] == "3600"
    renamed = person.submit(person.credential(), name={"firstName": "Grace"}).json
    assert renamed["displayName"] == "Ada"


@pytest.mark.parametrize("token_type", ["CODE", "3", 3])
def test_firebase_revokes_apples_permission_and_deletes_the_account(running, token_type):
    person = FirebasePerson(running)
    session, credential = person.sign_in(), person.credential()
    assert person.credential_state(credential) == "authorized"
    call = {"providerId": "apple.com", "tokenType": token_type, "token": credential["authorization_code"], "idToken": session["idToken"]}
    answer = person.call("/v2/accounts:revokeToken", call)
    assert (answer.status, answer.json) == (200, {})
    assert person.credential_state(credential) == "revoked"
    assert refusal(person.call("/v2/accounts:revokeToken", call)) == (400, "INVALID_IDP_RESPONSE")
    answer = person.call("/v1/accounts:delete", {"idToken": session["idToken"]})
    assert answer.json == {"kind": "identitytoolkit#DeleteAccountResponse"}
    assert refusal(person.call("/v1/accounts:lookup", {"idToken": session["idToken"]})) == (400, "USER_NOT_FOUND")
    assert refusal(person.refresh(session["refreshToken"])) == (400, "USER_NOT_FOUND")


def test_firebase_deletes_an_account_only_after_a_recent_sign_in(running):
    person = FirebasePerson(running)
    session = person.sign_in()
    person.control("advance", seconds=301)
    renewed = person.refresh(session["refreshToken"]).json["id_token"]  # a new token is no new sign-in
    assert refusal(person.call("/v1/accounts:delete", {"idToken": renewed})) == (400, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    assert person.call("/v1/accounts:delete", {"idToken": person.sign_in()["idToken"]}).status == 200


# A server of one's own


def test_own_server_signs_in_and_out(running):
    person = OwnPerson(running)
    credential = person.credential()
    answer = person.submit(credential).json
    session, account = answer["session"], {name: answer[name] for name in answer if name != "session"}
    assert account | {"id": ""} == {"id": "", "email": person.email, "name": {"given": "Grace", "family": "Hopper"}}
    again = person.submit(credential, name=None).json  # the answer may have been lost
    assert again | {"session": ""} == account | {"session": ""}
    assert person.send("GET", "/account", token=session).json == account
    assert person.send("POST", "/sign-out", token=session).status == 204
    ended = person.send("GET", "/account", token=session)
    assert (ended.status, ended.json) == (401, {"error": "session_ended"})


def test_own_server_refuses_what_is_wrong_in_a_sign_in(running):
    person = OwnPerson(running)
    credential = person.credential()
    for answer, error in [
        (person.submit(credential, nonce="another"), "invalid_nonce"),
        (person.submit(credential, nonce=None), "invalid_nonce"),
        (person.submit(credential, identityToken=None), "invalid_identity_token"),
        (person.submit(person.credential(OTHER_APP)), "invalid_identity_token"),
    ]:
        assert (answer.status, answer.json) == (401, {"error": error})


@pytest.mark.parametrize("with_code", [True, False])
def test_own_server_ends_apples_permission_with_the_account(running, with_code):
    person = OwnPerson(running)
    credential = person.credential()
    code = None if with_code else credential["authorization_code"]
    for _ in range(2):  # the second exchange of a code fails, and must not lose what the first one gave
        session = person.submit(credential, code=code).json["session"]
    confirmation = person.credential()
    assert person.credential_state(credential) == "authorized"
    answer = person.send("DELETE", "/account", token=session, body={"code": confirmation["authorization_code"]} if with_code else None)
    assert (answer.status, answer.json) == (200, {"apple_revoked": True})
    assert person.credential_state(credential) == "revoked"
    assert person.send("GET", "/account", token=session).status == 401


# Faults


@pytest.mark.parametrize("kind", [SupabasePerson, FirebasePerson, Auth0Person, OwnPerson])
def test_a_fault_passes_and_nothing_has_happened(running, kind):
    person = kind(running)
    credential = person.credential()
    users = person.state().get("users", person.state().get("accounts"))
    person.control("fault", status=503, times=2)
    person.control("fault", status=0)
    assert [getattr(person.submit(credential), "status", None) for _ in range(3)] == [503, 503, None]
    assert person.state().get("users", person.state().get("accounts")) == users
    assert person.submit(credential).status == 200


@pytest.mark.parametrize("kind, repeated", [(SupabasePerson, 200), (FirebasePerson, 400), (Auth0Person, 403), (OwnPerson, 200)])
def test_an_answer_can_be_lost_after_the_server_has_acted(running, kind, repeated):
    person = kind(running)
    credential = person.credential()
    person.control("fault", status=0, after=True)
    assert person.submit(credential) is None
    assert person.submit(credential).status == repeated


def test_a_fault_can_wait_for_a_path_and_speak_as_the_server_does(running):
    person = FirebasePerson(running)
    session = person.sign_in()
    disabled = {"error": {"code": 400, "message": "USER_DISABLED", "status": "INVALID_ARGUMENT"}}
    person.control("fault", status=400, path="/v1/token", body=disabled)
    assert person.call("/v1/accounts:lookup", {"idToken": session["idToken"]}).status == 200
    assert person.refresh(session["refreshToken"]).json == disabled
    assert person.refresh(session["refreshToken"]).status == 200
