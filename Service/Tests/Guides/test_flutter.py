"""The Flutter guide: the steps of sign_in_with_apple on iOS and of flutter_appauth on Android, with the guide's settings."""
import pytest

from flutter_app import AppleSheet, Browser, Refusal, Sessions, constant, steps
from harness.keys import part
from samples import client_in, text

CLIENTS = {"flutter": client_in("Flutter/README.md", "flutter")}


@pytest.fixture
def sheet(system, person):
    return AppleSheet(system, person)


@pytest.fixture
def browser(system, phone, person):
    return Browser(system, phone, person)


@pytest.fixture(params=["sheet", "browser"])
def sessions(request):
    return Sessions(request.getfixturevalue(request.param))


def an_hour_passes(sessions):
    sessions.way.expired = sessions.kept["accessToken"]
    sessions.kept["expires"] -= 3_600


def has_ended(sessions, session):
    with pytest.raises(Refusal) as refused:
        sessions.way.renew(session)
    return refused.value.ends_session


def test_the_first_sign_in_carries_the_name_and_the_second_needs_none(sheet):
    sheet.sign_in()
    first = sheet.reply["account"]
    assert sheet.name["first"] == "Grace" and first["name"] == {"given": "Grace", "family": "Hopper"}
    sheet.sign_in()
    again = sheet.reply["account"]
    assert not sheet.name and (again["id"], again["name"]) == (first["id"], first["name"])


@pytest.mark.parametrize("hashed", [lambda nonce: "0" * 64, lambda nonce: nonce], ids=["another", "not hashed"])
def test_a_wrong_nonce_is_refused(sheet, hashed):
    with pytest.raises(Refusal, match="nonce_mismatch"):
        sheet.sign_in(hashed)


def test_the_browser_signs_in_on_android_with_the_name(browser, phone, person):
    browser.sign_in()
    claims = browser.app.check_id_token(browser.app.nonce)
    assert (claims["name"], claims["email"]) == ("Grace Hopper", person["email"])
    assert phone.pages == [f"Continue to {CLIENTS['flutter']['name']}?"]


def test_both_ways_lead_to_the_same_account(sheet, browser):
    sheet.sign_in()
    browser.sign_in()
    assert part(browser.app.id_token, 1)["sub"] == sheet.reply["account"]["id"]


def test_who_closes_the_sheet_or_the_tab_is_not_signed_in(sessions):
    sessions.way.person = None
    assert sessions.sign_in() is None and sessions.access_token() is None


@pytest.mark.parametrize("choices", [{"answer": "Cancel"}, {"cancels_at_apple": True}], ids=["service", "Apple"])
def test_who_presses_cancel_is_not_signed_in(browser, choices):
    sessions, browser.choices = Sessions(browser), choices
    assert sessions.sign_in() is None and sessions.access_token() is None
    assert browser.phone.received(constant("redirectURI"))


def test_who_presses_cancel_stays_signed_in(browser):
    sessions = Sessions(browser)
    session = sessions.sign_in()
    browser.choices = {"answer": "Cancel"}
    assert sessions.sign_in() is None and sessions.access_token() == session["accessToken"]


def test_an_expired_token_is_renewed(sessions):
    first = sessions.sign_in()["accessToken"]
    assert sessions.access_token() == first
    an_hour_passes(sessions)
    second = sessions.access_token()
    assert second not in (None, first) and sessions.access_token() == second


def test_a_sign_out_after_the_token_has_expired_ends_the_session(sessions):
    session = sessions.sign_in()
    an_hour_passes(sessions)
    sessions.sign_out()
    assert sessions.access_token() is None and has_ended(sessions, session)


@pytest.mark.parametrize("is_refused", [True, False], ids=["refused", "answered"])
def test_a_renewal_on_its_way_leaves_the_session_that_began_meanwhile(sessions, is_refused, monkeypatch):
    former, newer, renew = sessions.sign_in(), [], sessions.way.renew

    def after_another_sign_in(session):
        if is_refused:  # as after a sign-in with another account, which ends the session before
            sessions.way.end(former)
        newer.append(sessions.sign_in()["accessToken"])
        return renew(session)
    an_hour_passes(sessions)
    sessions.way.expired = None
    monkeypatch.setattr(sessions.way, "renew", after_another_sign_in)
    assert [sessions.access_token(), sessions.access_token()] == newer * 2


@pytest.mark.parametrize("file, lines", [step[1:] for step in steps()], ids=[step[0] for step in steps()])
def test_the_code_has_the_lines_that_a_step_plays(file, lines):
    code = [line.strip() for line in text(file).splitlines()]
    place = 0
    for line in lines:
        assert line.strip() in code[place:], f"{file} does not have, or not in this order: {line.strip()}"
        place = code.index(line.strip(), place) + 1


def test_the_guides_configuration_is_the_apps():
    assert constant("redirectURI") in CLIENTS["flutter"]["redirect_uris"] and constant("openIDClient") in CLIENTS
