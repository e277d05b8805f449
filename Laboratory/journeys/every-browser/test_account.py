"""The account page, the question about an account from before, and passwords, in every engine."""

import base64
import hashlib
import json

import pytest

from harness.browser import two_sites
from harness.emulator import PEOPLE
from harness.engines.steps import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, sign_in, sign_out

ADA, ZOE = PEOPLE["ada"], PEOPLE["zoe"]
ROWS = "return document.querySelectorAll('[aria-labelledby=sessions] .rows li').length"


def open_account(tab):
    tab.click("link", "Manage your account")
    tab.find("heading", "Where you are signed in")


def test_a_person_sees_their_sessions_ends_one_and_takes_a_copy(tab, system):
    system.sign_in("ada")
    sign_in(tab, system, ADA)
    open_account(tab)
    assert tab.run(ROWS) == 2
    tab.click("button", "End the session from")
    tab.wait(ROWS + " === 1")
    copy = system.send(
        "GET",
        tab.run("return document.querySelector('a[href*=export]').pathname"),
        headers={"Cookie": "siwa-session=" + tab.cookies()["siwa-session"]["value"], "Sec-Fetch-Site": "same-origin"},
    )
    assert copy.status == 200 and "account.json" in copy.headers["Content-Disposition"]
    assert copy.json["account"]["email"] == "ada@example.com"


def test_a_deleted_account_is_gone_and_coming_back_is_a_first_sign_in(tab, system):
    sign_in(tab, system, ADA, first="Augusta", last="King")
    first = fact(tab, "Account")
    open_account(tab)
    tab.click("link", "Delete your account")
    tab.click("button", "Delete my account")
    tab.find("heading", "Your account was deleted")
    system.until_revoked()
    sign_in(tab, system, ADA, first="Ada", last="Byron")
    assert fact(tab, "Account") != first and fact(tab, "Name") == "Ada Byron"


def test_who_hides_their_address_is_asked_first_and_gets_the_account_they_had(tab, tmp_path):
    with two_sites(tmp_path, sign_in={"question": "hidden_address"}) as system:
        sign_in(tab, system, ADA)
        account = fact(tab, "Account")
        sign_out(tab)
        go_to_apple(tab, system)
        prove_who_you_are(tab, ZOE)
        consent(tab, hide_email=True)
        tab.find("heading", "Have you been here before?")
        tab.click("link", "Yes, with another Apple Account")
        prove_who_you_are(tab, ADA)
        consent(tab)
        tab.find("heading", "Is this your account?")
        tab.click("button", "Yes, add it to this account")
        expect_signed_in(tab, system)
        assert fact(tab, "Account") == account


NAME, PASSWORD = "grace@example.com", "correct horse battery"


@pytest.fixture
def with_password(tmp_path):
    """A service with an account that has a password."""
    with two_sites(tmp_path, passwords={"enabled": True, "scrypt_log_n": 12}) as system:
        key = hashlib.scrypt(PASSWORD.encode(), salt=b"0123456789abcdef", n=1024, r=8, p=1, dklen=32)
        text = "$scrypt$ln=10,r=8,p=1$" + "$".join(base64.b64encode(part).decode().rstrip("=") for part in (b"0123456789abcdef", key))
        users = system.folder / "users.jsonl"
        users.write_text(json.dumps({"external_id": "4711", "login_names": [NAME], "password_hash": text}))
        made = system.command("import", users)
        assert made.returncode == 0, made
        yield system


def test_who_has_a_password_signs_in_with_it_and_moves_to_apple(tab, with_password):
    tab.open(with_password.url + "/")
    tab.click("link", "Sign in with a password")
    for password in ("not the password", PASSWORD):
        tab.fill("Name or email", NAME)
        tab.fill("Password", password)
        tab.click("button", "Sign in")
        if password != PASSWORD:
            tab.find("alert", "The name or the password is wrong")
    account = fact(tab, "Account")
    open_account(tab)
    tab.click("link", "Use Sign in with Apple instead")
    tab.click("button", "Continue with Apple")
    prove_who_you_are(tab, ADA)
    consent(tab)
    tab.find("heading", "How you sign in")
    tab.open(with_password.url + "/")
    assert fact(tab, "Account") == account
