"""The Flutter guide: the steps of sign_in_with_apple on iOS and of flutter_appauth on Android, with the guide's settings."""

import time

import pytest

from flutter_app import AppleSheet, Browser, NoAnswer, Refusal, Sessions, constant, endings, steps
from flutter_storage import Device
from harness.keys import part
from samples import client_in, session_endings, text
from sheet_and_browser import FIREWALLS, somebody_else

CLIENTS = {"flutter": client_in("Flutter/README.md", "flutter")}


@pytest.fixture
def device():
    return Device()


@pytest.fixture
def sheet(system, person, device):
    sheet = AppleSheet(system, person, device)
    sheet.storage.begin_installation()
    return sheet


@pytest.fixture
def browser(system, phone, person):
    return Browser(system, phone, person)


@pytest.fixture(params=["sheet", "browser"])
def sessions(request, device):
    return Sessions(request.getfixturevalue(request.param), device)


def an_hour_passes(sessions):
    session = sessions.kept()
    if isinstance(sessions.way, AppleSheet):
        sessions.way.service.expired = session["accessToken"]
    sessions.keep(session | {"expires": session["expires"] - 3_600})


def has_ended(sessions, session):
    with pytest.raises(Refusal) as refused:
        sessions.way.renew(session)
    return refused.value.ends_session


def test_the_first_sign_in_carries_the_name_and_the_second_needs_none(sheet):
    sheet.sign_in()
    first = sheet.reply["account"]
    assert first["name"] == {"given": "Grace", "family": "Hopper"}
    sheet.sign_in()
    again = sheet.reply["account"]
    assert ["name" in answer for answer in sheet.sheets] == [True, False]
    assert (again["id"], again["name"]) == (first["id"], first["name"])


HAPPENINGS = {"lost": "lost", "cut": "cut"} | {name: (answer["status"], answer["body"]) for name, answer in FIREWALLS.items()}


@pytest.mark.parametrize("happens", HAPPENINGS.values(), ids=HAPPENINGS)
def test_the_answer_to_a_sheet_is_sent_again_until_the_service_has_it(sheet, device, happens):
    sheet.service.happens.append(happens)
    with pytest.raises((NoAnswer, Refusal)):
        sheet.sign_in()
    sheet.sign_in()
    assert len(sheet.sheets) == 1 and not device.keychain
    assert sheet.reply["account"]["name"] == {"given": "Grace", "family": "Hopper"}


def test_the_name_goes_with_the_next_sign_in_of_the_same_person_only(sheet, system):
    with pytest.raises(Refusal, match="nonce_mismatch"):
        sheet.sign_in(lambda nonce: "0" * 64)
    grace, sheet.person = sheet.person, somebody_else(system)
    sheet.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Ada", "family": "Lovelace"}
    sheet.person = grace
    sheet.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Grace", "family": "Hopper"}
    assert ["name" in answer for answer in sheet.sheets] == [True, True, False]


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


@pytest.mark.parametrize("answer", [HAPPENINGS[name] for name in FIREWALLS], ids=FIREWALLS)
def test_a_firewall_that_answers_a_renewal_signs_nobody_out(sheet, device, answer):
    sessions = Sessions(sheet, device)
    session = sessions.sign_in()
    an_hour_passes(sessions)
    sheet.service.happens.append(answer)
    with pytest.raises((NoAnswer, Refusal)):
        sessions.access_token()
    assert sessions.access_token() not in (None, session["accessToken"])


def test_a_session_does_not_survive_a_new_installation(sessions, device):
    session = sessions.sign_in()
    assert Sessions(sessions.way, device).access_token() == session["accessToken"]
    device.preferences.clear()
    assert sessions.access_token() is None
    assert sessions.sign_in()["accessToken"] == sessions.access_token()


def test_the_first_tap_of_an_installation_removes_the_former_answer_but_no_name(sheet, device):
    sessions = Sessions(sheet, device)
    sheet.service.happens.append("lost")
    with pytest.raises(NoAnswer):
        sessions.sign_in()
    assert set(device.keychain) == {"apple-answer", "apple-names"}
    device.preferences.clear()
    sheet.person = None
    assert sessions.sign_in() is None and set(device.keychain) == {"apple-names"}


def test_a_name_that_the_service_has_not_confirmed_survives_a_new_installation(sheet, device):
    sessions = Sessions(sheet, device)
    sheet.service.happens.append("lost")
    with pytest.raises(NoAnswer):
        sessions.sign_in()
    device.preferences.clear()
    sessions.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Grace", "family": "Hopper"}
    assert ["name" in answer for answer in sheet.sheets] == [True, False] and set(device.keychain) == {"session"}


def test_a_name_of_an_earlier_installation_goes_to_nobody_else(sheet, device, system):
    sessions = Sessions(sheet, device)
    sheet.service.happens.append("lost")
    with pytest.raises(NoAnswer):
        sessions.sign_in()
    device.preferences.clear()
    grace, sheet.person, sheet.left_out = sheet.person, somebody_else(system), {"name"}
    sessions.sign_in()
    assert sheet.reply["account"]["name"] is None
    sheet.person = grace
    sessions.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Grace", "family": "Hopper"}


@pytest.mark.parametrize("happens", ["lost", "cut"])
def test_the_next_persons_tap_in_a_new_installation_signs_in_the_next_person(sheet, device, system, happens):
    sessions = Sessions(sheet, device)
    sheet.service.happens.append(happens)
    with pytest.raises(NoAnswer):
        sessions.sign_in()
    device.preferences.clear()
    sheet.person = somebody_else(system)
    sessions.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Ada", "family": "Lovelace"}
    assert set(device.keychain) == {"session", "apple-names"}


def test_an_answer_that_does_not_say_whose_it_is_is_sent_with_the_name_and_not_stored(sheet, device):
    sheet.left_out = {"user"}
    sheet.sign_in()
    assert sheet.reply["account"]["name"] == {"given": "Grace", "family": "Hopper"} and not device.keychain
    sheet.service.happens.append("lost")
    with pytest.raises(NoAnswer):
        sheet.sign_in()
    assert not device.keychain


@pytest.fixture
def travel(monkeypatch):
    def travel(zone):
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield travel
    monkeypatch.undo()
    time.tzset()


def test_a_token_expires_at_the_same_moment_in_another_time_zone(sessions, travel):
    travel("Europe/Berlin")
    expires = sessions.sign_in()["expires"]
    travel("America/New_York")
    assert sessions.kept()["expires"] == pytest.approx(expires, abs=1)


def test_the_codes_that_end_a_session_are_those_of_the_service():
    assert sorted(endings()) == sorted([*session_endings(), "invalid_grant"])


@pytest.mark.parametrize("choices", [{"answer": "Cancel"}, {"cancels_at_apple": True}], ids=["service", "Apple"])
def test_who_presses_cancel_is_not_signed_in(browser, device, choices):
    sessions, browser.choices = Sessions(browser, device), choices
    assert sessions.sign_in() is None and sessions.access_token() is None
    assert browser.phone.received(constant("redirectURI"))


def test_who_presses_cancel_stays_signed_in(browser, device):
    sessions = Sessions(browser, device)
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
    if isinstance(sessions.way, AppleSheet):
        sessions.way.service.expired = None
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
