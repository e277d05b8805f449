"""People with a password: they sign in, reset it by mail, and move to Sign in with Apple."""

import base64
import hashlib
import re
import sqlite3
import time

import pytest
from playwright.sync_api import expect

from harness.browser import consent, fact, prove_who_you_are, sign_in, sign_out, two_sites
from harness.emulator import PEOPLE
from harness.waiting import PATIENCE, until
from test_linking import picture

NED = PEOPLE["ned"]
NAME, PASSWORD = "grace@example.com", "correct horse battery"


@pytest.fixture
def system(tmp_path):
    mail = tmp_path / "mail"
    with two_sites(
        tmp_path, passwords={"enabled": True, "scrypt_log_n": 12}, mail={"folder": str(mail), "from": "siwa@id.example.com"}
    ) as system:
        system.mail = mail
        remember(tmp_path / "accounts.sqlite")
        yield system


def name_id(name):
    """The first sixteen octets of the SHA-256 of two fields, each prefixed with its length."""
    fields = [b"sign-in-with-apple/1/login-name", name.encode()]
    return hashlib.sha256(b"".join(len(f).to_bytes(4, "big") + f for f in fields)).digest()[:16]


def remember(database):
    """Inserts an account with a login name and a password hash that Python computed."""
    key = hashlib.scrypt(PASSWORD.encode(), salt=b"0123456789abcdef", n=1024, r=8, p=1, dklen=32)
    text = "$scrypt$ln=10,r=8,p=1$" + "$".join(base64.b64encode(part).decode().rstrip("=") for part in (b"0123456789abcdef", key))
    account, now = bytes([7] * 16), int(time.time() * 1000)
    with sqlite3.connect(database, timeout=PATIENCE) as rows:
        rows.execute(
            "INSERT INTO accounts (id, email, is_email_verified, is_private_email, created_at, has_own_name) VALUES (?, ?, 0, 0, ?, 0)",
            (account, NAME, now),
        )
        rows.execute("INSERT INTO login_names VALUES (?, ?, ?, ?, NULL)", (name_id(NAME), account, NAME, now))
        rows.execute("INSERT INTO account_passwords VALUES (?, ?, ?)", (account, text, now))
    rows.close()


def open_form(page, system):
    page.goto(system.url)
    page.get_by_role("link", name="Sign in with a password").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def type_password(page, password, name=NAME):
    page.get_by_label("Name or email").fill(name)
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def sign_in_with_password(page, system, password=PASSWORD):
    open_form(page, system)
    type_password(page, password)


def wait_for_mail(system):
    return until(lambda: [path.read_text() for path in sorted(system.mail.glob("*.eml"))], "a mail comes")


def test_who_has_a_password_moves_to_apple_and_the_password_is_gone(page, system):
    open_form(page, system)
    picture(page, "password-sign-in")
    type_password(page, "not the password")
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    picture(page, "password-wrong")
    type_password(page, PASSWORD)
    expect(page.get_by_role("heading", name=re.compile("Welcome"))).to_be_visible()
    account = fact(page, "Account")
    page.get_by_role("link", name="Manage your account").click()
    expect(page.get_by_text("Password for grace@example.com")).to_be_visible()
    picture(page, "account-with-password")
    page.get_by_role("link", name="Use Sign in with Apple instead").click()
    picture(page, "password-upgrade")
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, NED)
    consent(page)
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.get_by_text("Password for")).to_have_count(0)
    page.goto(system.url)
    assert fact(page, "Account") == account
    sign_out(page)
    sign_in_with_password(page, system)
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    sign_in(page, system, NED)
    assert fact(page, "Account") == account
    assert any("password was removed" in text for text in wait_for_mail(system))


def test_who_forgot_the_password_gets_a_link_by_mail_and_sets_another(page, system):
    open_form(page, system)
    page.get_by_role("link", name="Forgot your password?").click()
    picture(page, "password-forgotten")
    page.get_by_label("Name or email").fill(NAME)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    picture(page, "password-mailed")
    mail = wait_for_mail(system)[0]
    assert mail.startswith("From: siwa@id.example.com\nTo: grace@example.com\n")
    link = re.search(r"http://\S+/web/password/reset#\S+", mail).group()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(link)
    picture(page, "password-reset")
    expect(page.get_by_label("Code from the email")).to_be_hidden()
    assert page.url == system.url + "/web/password/reset"
    page.get_by_label("New password").fill("password1")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("alert")).to_contain_text("an attacker tries")
    page.get_by_label("New password").fill("a much better one")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("heading", name="Your password was changed")).to_be_visible()
    picture(page, "password-set")
    page.get_by_role("link", name="Sign in").click()
    type_password(page, "a much better one")
    page.goto(system.url + "/web/account/password")
    picture(page, "password-change")
    page.goto(link)
    page.get_by_label("New password").fill("a third good one")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong, was already used")
    picture(page, "password-reset-used")
    assert not any(link.split("#")[1] in url for url in asked)
    log = system.log.read_text()
    for secret in (NAME, PASSWORD, "better one", link.split("#")[1]):
        assert secret not in log


def test_without_scripts_the_code_is_typed(page_without_scripts, system):
    page = page_without_scripts
    page.goto(system.url + "/web/password/forgotten")
    page.get_by_label("Name or email").fill(NAME)
    page.get_by_role("button", name="Send me a link").click()
    mail = wait_for_mail(system)[0]
    page.goto(re.search(r"http://\S+/web/password/reset#\S+", mail).group())
    code = re.search(r"enter this one: (\S+)", mail).group(1)
    page.get_by_label("Code from the email").fill(code.lower().replace("-", " "))
    picture(page, "password-reset-without-scripts")
    page.get_by_label("New password").fill("a much better one")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("heading", name="Your password was changed")).to_be_visible()


MEASURES = """button => {
    const [box, logo] = [button, button.querySelector("svg")].map(element => element.getBoundingClientRect())
    const style = getComputedStyle(button)
    return {width: box.width, height: box.height, logo: logo.height, title: parseFloat(style.fontSize),
            right: parseFloat(style.paddingRight), colours: [style.color, style.backgroundColor]}
}"""


@pytest.mark.parametrize(
    "scheme, colours", [("light", ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]), ("dark", ["rgb(0, 0, 0)", "rgb(255, 255, 255)"])]
)
def test_apples_button_comes_first_and_has_the_size_and_colours_of_apples_guidelines(page, system, scheme, colours):
    """https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple, "Creating a custom button"."""
    page.emulate_media(color_scheme=scheme)
    for path in ("/", "/web/password/sign-in"):
        page.goto(system.url + path)
        button = page.get_by_role("link", name="Sign in with Apple", exact=True)
        found = button.evaluate(MEASURES)
        assert found["height"] >= 30 and found["width"] >= 140, found
        assert found["logo"] == pytest.approx(found["height"], abs=2), "the logo is as high as the button"
        assert found["title"] == pytest.approx(0.43 * found["height"], abs=0.5), "the title has 43 % of the height"
        assert found["right"] >= 0.08 * found["width"], found
        assert found["colours"] == colours, "white on black, on a dark page black on white"
        others = page.locator(".button:not(.apple), .fields input:visible")
        assert all(other.bounding_box()["y"] >= button.bounding_box()["y"] for other in others.all()), "nothing stands above it"
        assert button.bounding_box()["y"] + found["height"] < page.viewport_size["height"], "no scrolling is needed"
