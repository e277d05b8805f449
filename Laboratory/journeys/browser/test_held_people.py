"""A new person is held in a browser, proves themselves on the app's own page, and is in."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from harness.browser import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, two_sites
from harness.emulator import PEOPLE

ADA, PROOF = PEOPLE["ada"], "http://localhost:3999/prove"


def is_held(page, system, heading, **choices):
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    consent(page, **choices)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert urllib.parse.urlsplit(page.url).path == "/web/waiting"


def test_the_app_s_own_page_decides_and_the_person_is_in_with_the_name(page, tmp_path):
    with two_sites(tmp_path, real_person={"web": "ask", "proof_url": PROOF}) as system:
        key, posted = system.key("accounts:write"), []

        def prove(route):
            fields = urllib.parse.parse_qs(route.request.post_data)
            posted.append(fields["handle"][0])
            assert "handle" not in route.request.url
            system.send("POST", "/v1/accounts/held/accept", body={"handle": posted[0]}, token=key)
            route.fulfill(content_type="text/html", body=f'<a href="{system.url}/web/waiting">Go on</a>')

        page.route(PROOF, prove)
        is_held(page, system, "One more step", first="Augusta", last="King")
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("link", name="Go on").click()
        expect_signed_in(page, system)
        assert fact(page, "Name") == "Augusta King" and len(posted) == 1


@pytest.mark.parametrize("decision, words", [("enable", None), ("disable", "account_disabled")])
def test_a_person_who_waits_for_the_operator_checks_again(page, tmp_path, decision, words):
    with two_sites(tmp_path, real_person={"web": "hold"}) as system:
        is_held(page, system, "Your account is not ready yet", first="Augusta", last="King")
        page.get_by_role("link", name="Check again").click()
        expect(page.get_by_role("heading", name="Your account is not ready yet")).to_be_visible()
        found = system.command("accounts", "find", "--email", ADA["email"])
        assert system.command("accounts", decision, found.stdout.split()[0]).returncode == 0
        page.get_by_role("link", name="Check again").click()
        if words:
            expect(page.get_by_text(words, exact=True)).to_be_visible()
        else:
            expect_signed_in(page, system)
