import re
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from apple_id_emulator import AppleIDEmulator, EmulatorDidNotStart, EmulatorError, EventsMissed, SignInCanceled, SignInFailed

RETURN_URL = "http://localhost:8080/web/callback"


@pytest.fixture(autouse=True)
def begin_anew(apple_id_emulator):
    apple_id_emulator.reset()


def test_a_name_comes_with_the_first_sign_in_only(apple_id_emulator):
    first, second = apple_id_emulator.sign_in("maya"), apple_id_emulator.sign_in("maya")
    assert first.name and first.user == second.user and second.name is None and second.email is None


@pytest.mark.parametrize("confirmation", ["failed", "canceled"])
def test_a_person_who_does_not_confirm_is_not_signed_in(apple_id_emulator, confirmation):
    with pytest.raises(SignInCanceled, match="1001"):
        apple_id_emulator.sign_in("maya", confirmation=confirmation)
    assert apple_id_emulator.sign_in("maya").name, "the name was spent on nothing"


def test_the_name_of_a_test_person_decides_what_happens(apple_id_emulator):
    with pytest.raises(SignInCanceled, match="1001"):
        apple_id_emulator.sign_in("declined")
    with pytest.raises(SignInFailed, match="1000"):
        apple_id_emulator.sign_in("locked")
    assert apple_id_emulator.sign_in("no-email").email is None
    apple_id_emulator.create_person("ada", "hides-email+ada@my.example", first="Ada")
    ada = apple_id_emulator.sign_in("ada")
    assert ada.email.endswith("@privaterelay.appleid.com") and ada.name["first"] == "Ada"


def test_a_reset_forgets_people_and_sign_ins(apple_id_emulator):
    apple_id_emulator.create_person("ada", "ada@example.com")
    assert apple_id_emulator.sign_in("ada").email == "ada@example.com"
    apple_id_emulator.reset()
    with pytest.raises(EmulatorError) as refusal:
        apple_id_emulator.sign_in("ada")
    assert 400 <= refusal.value.status < 500
    assert apple_id_emulator.sign_in("maya").email


def test_a_team_has_its_own_people_and_clients(apple_id_emulator):
    team = apple_id_emulator.create_team()
    first, other = apple_id_emulator.sign_in("maya", app=team.app), apple_id_emulator.sign_in("maya")
    assert first.name and other.name and first.user != other.user and team.private_key.startswith("-----BEGIN")
    apple_id_emulator.register_return_url("http://localhost:5000/back", service="com.example.other", app=team.app)
    query = {"client_id": "com.example.other", "redirect_uri": "http://localhost:5000/back", "response_type": "code"}
    page = f"{apple_id_emulator.base_url}/auth/authorize?{urllib.parse.urlencode(query)}"
    assert "code=" in apple_id_emulator.approve(page, "maya")["location"]


def test_apples_pages_are_answered_for_a_person(apple_id_emulator):
    query = {
        "client_id": apple_id_emulator.service,
        "redirect_uri": RETURN_URL,
        "response_type": "code id_token",
        "response_mode": "form_post",
        "scope": "name email",
        "state": "s-1",
        "nonce": "n-1",
    }
    page = f"{apple_id_emulator.base_url}/auth/authorize?{urllib.parse.urlencode(query)}"
    answer = apple_id_emulator.approve(page, "maya")
    assert answer["action"] == RETURN_URL and answer["fields"]["state"] == "s-1" and answer["fields"]["code"]
    assert apple_id_emulator.approve(page, "maya", cancel=True)["fields"]["error"] == "user_cancelled_authorize"


def test_another_return_url_can_be_registered(apple_id_emulator):
    apple_id_emulator.register_return_url("http://localhost:5000/back")
    query = {"client_id": apple_id_emulator.service, "redirect_uri": "http://localhost:5000/back", "response_type": "code"}
    page = f"{apple_id_emulator.base_url}/auth/authorize?{urllib.parse.urlencode(query)}"
    assert "code=" in apple_id_emulator.approve(page, "maya")["location"]


def test_a_reset_forgets_return_urls_that_calls_registered(apple_id_emulator):
    apple_id_emulator.register_return_url("https://shop.example/back")
    apple_id_emulator.reset()
    query = {"client_id": apple_id_emulator.service, "redirect_uri": "https://shop.example/back", "response_type": "code"}
    page = f"{apple_id_emulator.base_url}/auth/authorize?{urllib.parse.urlencode(query)}"
    with pytest.raises(EmulatorError) as refusal:
        apple_id_emulator.approve(page, "maya")
    assert refusal.value.answer["cause"] == "redirect_unregistered"


def test_a_fault_lasts_as_long_as_it_should(apple_id_emulator):
    apple_id_emulator.set_fault("keys", "status", status=503, times=1)
    keys = f"{apple_id_emulator.base_url}/auth/keys"
    with pytest.raises(urllib.error.HTTPError) as failure:
        urllib.request.urlopen(keys)
    failure.value.close()
    assert failure.value.code == 503
    with urllib.request.urlopen(keys) as answer:
        assert answer.status == 200
    apple_id_emulator.set_fault("keys", "status", status=503)
    apple_id_emulator.clear_faults()
    with urllib.request.urlopen(keys) as answer:
        assert answer.status == 200


def test_the_log_says_why_a_request_was_refused(apple_id_emulator):
    with pytest.raises(urllib.error.HTTPError) as failure:
        urllib.request.urlopen(f"{apple_id_emulator.base_url}/auth/token", b"grant_type=authorization_code")
    failure.value.close()
    assert apple_id_emulator.log(path="/auth/token")[-1]["cause"]


def test_a_person_stops_using_the_app(apple_id_emulator):
    first = apple_id_emulator.sign_in("maya")
    apple_id_emulator.stop_using("maya")
    again = apple_id_emulator.sign_in("maya")
    assert again.name and again.user == first.user


def test_time_passes(apple_id_emulator):
    before = apple_id_emulator.call("/clock")["now"]
    apple_id_emulator.advance_clock(3600)
    assert apple_id_emulator.call("/clock")["now"] != before


def test_an_event_is_waited_for_while_something_else_happens(apple_id_emulator):
    app = threading.Thread(target=lambda: [apple_id_emulator.sign_in(person) for person in ("tomas", "maya")])
    app.start()
    event = apple_id_emulator.wait_for("code_issued", person="maya")
    app.join()
    assert event["client_id"] == apple_id_emulator.app and event["first"] is True


def test_no_event_between_two_waits_is_lost(apple_id_emulator):
    apple_id_emulator.sign_in("tomas")
    apple_id_emulator.sign_in("maya")
    assert [apple_id_emulator.wait_for("consent_given")["person"] for _ in "12"] == ["tomas", "maya"]
    assert not apple_id_emulator.events("consent_given")


def test_a_wait_does_not_find_what_was_marked_as_over(apple_id_emulator):
    apple_id_emulator.sign_in("maya")
    apple_id_emulator.mark()
    with pytest.raises(TimeoutError, match=re.escape('consent_given {"person":"maya"} within 0.1 seconds')):
        apple_id_emulator.wait_for("consent_given", person="maya", seconds=0.1)
    apple_id_emulator.sign_in("aiko")
    assert [event["person"] for event in apple_id_emulator.events("consent_given")] == ["aiko"]
    assert not apple_id_emulator.events("consent_given", person="maya")


def test_a_wait_says_if_events_were_lost(apple_id_emulator):
    people = [{"key": f"p{number}", "email": f"p{number}@example.com"} for number in range(1_100)]
    apple_id_emulator.call("/people", {"people": people})
    with pytest.raises(EventsMissed):
        apple_id_emulator.wait_for("person_added", person="p0")


def test_a_misspelt_event_is_refused_at_once(apple_id_emulator):
    with pytest.raises(EmulatorError, match="There is no event tokens_isued"):
        apple_id_emulator.wait_for("tokens_isued")


def test_a_wrong_option_is_reported_with_the_programs_words():
    with pytest.raises(EmulatorDidNotStart, match=r"(?s)ended with 2.*--nonsense"):
        AppleIDEmulator("--nonsense")


def test_the_program_ends_with_the_block(tmp_path):
    with AppleIDEmulator("--strict") as emulator:
        keys = f"{emulator.base_url}/auth/keys"
        urllib.request.urlopen(keys).close()
        emulator.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(keys)


def test_the_command_is_the_program():
    ended = subprocess.run(["apple-id-emulator", "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.strip()
