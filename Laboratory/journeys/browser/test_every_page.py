"""Every page of the service, without barriers: axe, light and dark, narrow, right-to-left, forced colours, no motion."""

import pathlib
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness import barriers
from harness.browser import consent, expect_signed_in, go_to_apple, prove_who_you_are, sign_in, sign_out, two_sites
from harness.emulator import PEOPLE
from harness.system import running
from test_linking import add_another, is_asked, shop_page
from test_passwords import NAME, PASSWORD, open_form, remember, type_password, wait_for_mail

ADA, NED, ZOE = PEOPLE["ada"], PEOPLE["ned"], PEOPLE["zoe"]
NOTHING = {"status": 204}  # the answer that leaves a browser on its page
CALLBACK, LOOPBACK = "https://shop.example/callback", "http://127.0.0.1:3999/callback"


def look(page, template):
    barriers.look(page, "SignInServer", template)


def heading(page, name):
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_a_test_looks_at_every_template():
    here = pathlib.Path(__file__)
    texts = here.read_text(), (here.parent.parent / "guides" / "test_android.py").read_text()
    looked_at = {name for text in texts for name in re.findall(r'\blook\(page, (?:"SignInServer", )?"(\w+)"\)', text)}
    assert looked_at == barriers.pages("SignInServer"), "each template of a page is looked at, and nothing else"


@pytest.mark.parametrize("module", barriers.TEMPLATES)
def test_a_style_sheet_names_no_side_so_that_right_to_left_works(module):
    text = (barriers.TEMPLATES[module] / "style.css").read_text()
    sides = re.findall(r"(?:margin|padding|border)-(?:left|right)\b|text-align:\s*(?:left|right)|[{;\s](?:left|right):", text)
    assert sides == [], f"CSS has logical properties, such as margin-inline-start, instead of {sides}"


@pytest.mark.parametrize(
    "body, found",
    [
        ("<h1>Do you want to sign out?</h1><img src=x>", "image-alt"),
        ("<h1 style='color: #777; background: #888'>Do you want to sign out?</h1>", "color-contrast"),
        ("<h1 style='width: 400px'>Do you want to sign out?</h1>", "320 px, too wide"),
        ("<h1>Do you want to sign out?</h1><button style='border: 0'>Yes</button>", "forced colours, no edge"),
    ],
)
def test_a_barrier_is_found(page, body, found):
    page.set_content(f"<!doctype html><html lang=en><title>Page</title><main>{body}</main>")
    with pytest.raises(AssertionError, match=found):
        barriers.look(page, "SignInServer", "client_logout")


def test_signing_in_and_the_account(page, system):
    page.goto(system.url + "/")
    look(page, "demo_signed_out")
    page.goto(system.url + "/errors")
    look(page, "errors")
    page.goto(system.emulator.url + "/")
    page.evaluate("address => { location.href = address }", system.url + "/web/sign-in")
    heading(page, "Sign in")
    look(page, "sign_in")
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    page.route(
        system.url + "/web/callback",
        lambda route: route.fulfill(**NOTHING) if "reposted" in (route.request.post_data or "") else route.continue_(),
    )
    consent(page)
    heading(page, "One moment")
    look(page, "repost")
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name="Continue").click()
    expect_signed_in(page, system)
    look(page, "demo_account")
    page.get_by_role("link", name="Manage your account").click()
    heading(page, "Your account")
    look(page, "account")
    page.get_by_role("link", name="Add another Apple Account").click()
    heading(page, "Add another Apple Account")
    look(page, "link_another")
    page.goto(system.url + "/web/account")
    page.get_by_role("link", name="Delete your account").click()
    heading(page, "Delete your account?")
    look(page, "delete_account")
    page.get_by_role("button", name="Delete my account").click()
    heading(page, "Your account was deleted")
    look(page, "account_deleted")


def test_what_goes_wrong(page, system):
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    page.get_by_role("button", name="Cancel").click()
    heading(page, "Sign-in cancelled")
    look(page, "cancelled")
    go_to_apple(page, system)
    page.context.clear_cookies(domain="localhost")
    prove_who_you_are(page, ADA)
    consent(page)
    heading(page, "Cookies are blocked")
    look(page, "cookies_blocked")
    page.goto(system.url + "/web/question")
    expect(page.locator("dt", has_text="Request")).to_be_visible()
    look(page, "failed")


def test_two_accounts_become_one(page, system):
    sign_in(page, system, NED)
    sign_out(page)
    sign_in(page, system, ADA)
    add_another(page)
    page.get_by_role("button", name="Continue with Apple").click()
    prove_who_you_are(page, NED)
    consent(page)
    heading(page, "Merge your accounts?")
    look(page, "merge")


def test_questions_about_an_account(page, tmp_path):
    with two_sites(tmp_path, sign_in={"question": "hidden_address", "existing_users_url": "http://localhost:3999/account"}) as system:
        is_asked(page, ZOE, system)
        look(page, "question")
        ticket = system.backend(system.key("link"), "/v1/link-tickets", {"external_id": "4711", "label": "zoe@shop.example"})["ticket"]
        shop_page(page, system, ticket)
        heading(page, "Use Sign in with Apple?")
        look(page, "link")
        page.goto(system.url + "/")
        sign_in(page, system, ADA)
        sign_out(page)
        is_asked(page, NED, system)
        page.get_by_role("link", name="Yes, with another Apple Account").click()
        prove_who_you_are(page, ADA)
        consent(page)
        heading(page, "Is this your account?")
        look(page, "question")


def test_passwords(page, tmp_path):
    with two_sites(
        tmp_path, passwords={"enabled": True, "scrypt_log_n": 12}, mail={"folder": str(tmp_path / "mail"), "from": "siwa@id.example.com"}
    ) as system:
        system.mail = tmp_path / "mail"
        remember(tmp_path / "accounts.sqlite")
        open_form(page, system)
        type_password(page, "not the password")
        expect(page.get_by_role("alert")).to_be_visible()
        look(page, "password_sign_in")
        page.get_by_role("link", name="Forgot your password?").click()
        heading(page, "Forgot your password?")
        look(page, "password_forgotten")
        page.get_by_label("Name or email").fill(NAME)
        page.get_by_role("button", name="Send me a link").click()
        heading(page, "Check your email")
        look(page, "password_mailed")
        page.goto(re.search(r"http://\S+/web/password/reset#\S+", wait_for_mail(system)[0]).group())
        page.get_by_label("New password").fill("password1")
        page.get_by_role("button", name="Set the password").click()
        expect(page.get_by_role("alert")).to_be_visible()
        look(page, "password_reset")
        page.get_by_label("New password").fill(PASSWORD + " 2")
        page.get_by_role("button", name="Set the password").click()
        heading(page, "Your password was changed")
        look(page, "password_set")
        page.get_by_role("link", name="Sign in").click()
        type_password(page, PASSWORD + " 2")
        page.get_by_role("link", name="Manage your account").click()
        heading(page, "Your account")
        look(page, "account")
        page.goto(system.url + "/web/account/password")
        heading(page, "Change your password")
        look(page, "password_change")
        page.goto(system.url + "/web/account")
        page.get_by_role("link", name="Use Sign in with Apple instead").click()
        heading(page, "Use Sign in with Apple instead")
        look(page, "password_upgrade")


def authorize(page, system, client, redirect_uri, **more):
    page.goto(
        system.url
        + "/oauth/authorize?"
        + urllib.parse.urlencode(
            {
                "response_type": "code",
                "client_id": client,
                "redirect_uri": redirect_uri,
                "scope": "openid profile email",
                "state": "state",
                "nonce": "nonce",
                "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method": "S256",
            }
            | more
        )
    )


def test_a_website_that_signs_people_in_through_the_service(page, tmp_path):
    shop = {
        "kind": "public",
        "name": "Example Shop",
        "home_url": "https://shop.example/",
        "redirect_uris": [CALLBACK],
        "refresh": True,
        "consent": "once",
    }
    tool = {"kind": "public", "name": "Example Tool", "redirect_uris": [LOOPBACK]}
    with two_sites(tmp_path, openid={"enabled": True, "clients": {"shop": shop, "tool": tool}}) as system:
        sign_in(page, system, ADA)
        page.route(CALLBACK + "*", lambda route: route.fulfill(**NOTHING))
        authorize(page, system, "tool", LOOPBACK)
        heading(page, "Continue to Example Tool?")
        look(page, "client_continue")
        authorize(page, system, "shop", CALLBACK, response_mode="form_post", scope="openid profile email offline_access")
        heading(page, "Example Shop wants to know:")
        look(page, "client_consent")
        page.get_by_role("button", name="Allow").click()
        heading(page, "One moment")
        look(page, "client_form_post")
        page.goto(system.url + "/web/account")
        heading(page, "What you allowed")
        look(page, "account")
        page.goto(system.url + "/oauth/logout?client_id=shop")
        heading(page, "Do you want to sign out?")
        look(page, "client_logout")
        page.get_by_role("button", name="Sign out").click()
        heading(page, "You are signed out")
        look(page, "logged_out")


def test_a_person_whose_account_waits(page, tmp_path):
    with two_sites(tmp_path, real_person={"web": "ask", "proof_url": "http://localhost:3999/prove"}) as system:
        go_to_apple(page, system)
        prove_who_you_are(page, ADA)
        consent(page)
        heading(page, "One more step")
        look(page, "waiting")


def test_the_first_page_of_a_service_that_is_no_demo(page, tmp_path):
    with running(tmp_path, emulator_host="idp.localhost") as system:
        page.goto(system.url + "/")
        heading(page, "You are not signed in")
        look(page, "start")
        page.get_by_role("link", name="Sign in with Apple").click()
        prove_who_you_are(page, ADA)
        consent(page)
        heading(page, "You are signed in")
        look(page, "start")
