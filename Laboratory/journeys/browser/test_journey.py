"""Web sign-ins in a real Chromium, with the service on localhost and the emulator on idp.localhost as another site."""

import re

from playwright.sync_api import expect

from harness.browser import (
    consent,
    cookie_attributes,
    expect_signed_in,
    fact,
    go_to_apple,
    prove_who_you_are,
    sign_in,
    sign_out,
)
from harness.emulator import PEOPLE

ADA, ZOE = PEOPLE["ada"], PEOPLE["zoe"]


def test_first_sign_in_keeps_the_edited_name_and_a_hidden_address(page, system):
    sign_in(page, system, ADA, first="Augusta", last="King", hide_email=True)
    assert fact(page, "Name") == "Augusta King"
    assert re.match(r"[a-z0-9]+@privaterelay\.appleid\.com", fact(page, "Email"))
    assert "Hide My Email" in fact(page, "Email")
    steps = page.locator(".steps li").all_inner_texts()
    assert len(steps) >= 6, steps
    assert not any("eyJ" in step for step in steps), "a token is shown among the steps"


def test_second_sign_in_reaches_the_same_account_without_asking_for_the_name_again(page, system):
    sign_in(page, system, ADA, first="Augusta", last="King", hide_email=True)
    first = fact(page, "Account"), fact(page, "Email")
    sign_out(page)
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    expect(page.get_by_label("First name")).to_have_count(0)
    consent(page)
    expect_signed_in(page, system)
    assert (fact(page, "Account"), fact(page, "Email")) == first
    assert fact(page, "Name") == "Augusta King"


def test_two_people_get_two_accounts_and_markup_in_a_name_is_shown_as_text(page, system):
    sign_in(page, system, ADA)
    ada = fact(page, "Account")
    sign_out(page)
    sign_in(page, system, ZOE)
    assert fact(page, "Account") != ada
    assert fact(page, "Name") == "Zoë <b> O'Néill"
    assert fact(page, "Email") == ZOE["email"]


def test_cancelling_at_apple_is_answered_gently_and_signs_nobody_in(page, system):
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Sign-in cancelled")).to_be_visible()
    assert "code=" not in page.url and "state=" not in page.url
    page.goto(system.url + "/")
    expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()


def test_a_form_posted_a_second_time_leads_to_where_the_first_one_led(page, system):
    posts = []
    page.on(
        "request",
        lambda request: posts.append(request.post_data) if request.method == "POST" and request.url.endswith("/web/callback") else None,
    )
    sign_in(page, system, ADA)
    account = fact(page, "Account")
    assert len(posts) == 2 and "reposted=1" in posts[1], "Apple's post, and ours from our own origin"
    stale = page.context.new_page()
    stale.goto(system.url + "/health/live")
    stale.evaluate(
        """body => {
            const form = document.createElement('form');
            form.method = 'post'; form.action = '/web/callback';
            for (const [name, value] of new URLSearchParams(body)) {
                const field = document.createElement('input');
                field.name = name; field.value = value; form.append(field);
            }
            document.documentElement.append(form); form.submit();
        }""",
        posts[1],
    )
    # This browser has arrived already, so it is sent on to where the first post led.
    expect(stale.locator("code").first).to_have_text(account)
    page.goto(system.url + "/")
    assert fact(page, "Account") == account, "the session that was there is untouched"


def test_two_tabs_at_once_each_finish_their_own_sign_in(context, system):
    one, other = context.new_page(), context.new_page()
    go_to_apple(one, system)
    go_to_apple(other, system)
    prove_who_you_are(one, ADA)
    prove_who_you_are(other, ADA)
    consent(one)
    expect_signed_in(one, system)
    consent(other)
    expect_signed_in(other, system)
    assert fact(one, "Account") == fact(other, "Account")


def test_blocked_cookies_end_in_a_page_that_says_so(page, system):
    go_to_apple(page, system)
    page.context.clear_cookies(domain="localhost")
    prove_who_you_are(page, ADA)
    consent(page)
    expect(page.get_by_role("heading", name="Cookies are blocked")).to_be_visible()
    assert page.context.cookies(system.url) == [], "someone was signed in"


def test_the_whole_way_works_with_scripts_off(page_without_scripts, system):
    page = page_without_scripts
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    consent(page)
    page.get_by_role("button", name="Continue").click()  # The emulator's form posts to us, cross-site.
    expect(page.get_by_role("heading", name="One moment")).to_be_visible()
    page.get_by_role("button", name="Continue").click()  # our form to our own origin
    expect_signed_in(page, system)


def test_every_cookie_says_lax_and_http_only_and_none_travels_on_the_cross_site_post(page, system):
    responses, cross_site = [], []
    page.on("response", lambda response: responses.append(response))
    page.on(
        "request",
        lambda request: cross_site.append(request) if request.method == "POST" and request.url == system.url + "/web/callback" else None,
    )
    sign_in(page, system, ADA)
    sign_out(page)
    cookies = cookie_attributes(responses)
    assert {name for name, _ in cookies} >= {"siwa-session"}
    for name, attributes in cookies:
        assert "samesite=lax" in attributes, f"{name}: {attributes}"
        assert "httponly" in attributes, f"{name}: {attributes}"
    first, second = cross_site
    assert "cookie" not in first.all_headers(), "Apple's post is cross-site: a Lax cookie stays at home"
    assert "siwa-flow-" in second.all_headers()["cookie"]
    assert second.all_headers()["origin"] == system.url


def test_a_start_from_another_site_shows_a_button_first(page, system):
    page.goto(system.emulator.url + "/")
    page.evaluate("address => { location.href = address }", system.url + "/web/sign-in")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in with Apple").click()
    page.wait_for_url(re.compile(re.escape(system.emulator.url)))


def test_nothing_personal_and_no_token_stands_in_an_address_or_a_log(page, system):
    addresses = []
    page.on("request", lambda request: addresses.append(request.url))
    sign_in(page, system, ADA, first="Augusta", last="King", hide_email=True)
    secrets = ["Augusta", "King", fact(page, "Email").split("@")[0], "ada@example.com", "id_token=", "code=", "eyJ"]
    session = next(c for c in page.context.cookies(system.url) if c["name"] == "siwa-session")
    log = system.log.read_text()
    assert log, "the service wrote no log: nothing would be found in it"
    for secret in secrets + [session["value"]]:
        assert not any(secret in address for address in addresses), f"{secret} in an address"
        assert secret not in log, f"{secret} in the log"
